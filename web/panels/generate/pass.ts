import type { GeneratedToken, TokenTrace, Trace } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { engineChoice, type ChoiceSettings } from './settings.js';

/** A token chosen from the logits of a pass. */
export interface PassChoice {
  settings: ChoiceSettings;
  token: string;
  id: Computed;
}

/** One pass through the model, which chose one token; its numbers stay until it is disposed. */
export class Pass {
  /** The tokens that it read: all before the one it chose. */
  readonly tokens: readonly string[];
  readonly source: readonly string[];
  readonly cache: { kept: number; computed: number };
  readonly multiplyAdds: { done: number; withoutCache: number };
  readonly trace: TokenTrace;
  choice: PassChoice;

  constructor(
    token: GeneratedToken,
    settings: ChoiceSettings,
    /** The state of the model: counts up with every changed weight. */
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

  /** A trace of all tokens that it read, row by row, and of its choice, by its own settings or by others. */
  sequence(settings = this.choice.settings): Trace {
    return this.trace.sequence(engineChoice(settings));
  }

  dispose(): void {
    this.trace.dispose();
  }
}
