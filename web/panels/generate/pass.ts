import type { GeneratedToken, TokenTrace, Trace } from '../../engine/types.js';
import { engineChoice, type ChoiceSettings } from './settings.js';

/** A token chosen from the logits of a pass. */
export interface Choice {
  settings: ChoiceSettings;
  token: string;
  id: number;
}

/** One pass through the model, which gave one token; its numbers stay as long as they are shown. */
export class Pass {
  /** What it read: all tokens before the one that it gave. */
  readonly tokens: readonly string[];
  readonly source: readonly string[];
  readonly cache: { kept: number; computed: number };
  readonly multiplyAdds: { done: number; withoutCache: number };
  readonly trace: TokenTrace;
  choice: Choice;

  constructor(
    token: GeneratedToken,
    settings: ChoiceSettings,
    /** Of which state of the model: it counts up with every weight that is changed. */
    readonly version: number,
    readonly withCache: boolean,
    source: readonly string[],
  ) {
    this.tokens = token.tokens.slice(0, -1);
    this.source = source;
    this.cache = token.cache;
    this.multiplyAdds = token.multiplyAdds;
    this.trace = token.retain();
    this.choice = { settings, token: token.token, id: token.id };
  }

  /** All tokens that it read, row by row, and the choice of the one that it gave: by its settings, or by others. */
  sequence(settings = this.choice.settings): Trace {
    return this.trace.sequence(engineChoice(settings));
  }

  dispose(): void {
    this.trace.dispose();
  }
}
