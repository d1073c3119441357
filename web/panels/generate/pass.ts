import type { GeneratedToken, Trace } from '../../engine/types.js';
import type { ChoiceSettings } from './settings.js';

/** A token chosen from the logits of a pass, and the steps from those logits to it. */
export interface Choice {
  settings: ChoiceSettings;
  token: string;
  id: number;
  /** Holds every step of the choice. */
  trace: Trace;
}

/** One pass through the model, which gave one token; its numbers stay as long as they are shown. */
export class Pass {
  /** What it read: all tokens before the one that it gave. */
  readonly tokens: readonly string[];
  readonly source: readonly string[];
  readonly cache: { kept: number; computed: number };
  readonly multiplyAdds: { done: number; withoutCache: number };
  readonly trace: Trace;
  /** By position: the pass in which that token's row was computed. */
  readonly owners: readonly Pass[];
  choice: Choice;

  constructor(
    token: GeneratedToken,
    settings: ChoiceSettings,
    /** Of which state of the model: it counts up with every weight that is changed. */
    readonly version: number,
    readonly withCache: boolean,
    before: readonly Pass[],
    source: readonly string[],
  ) {
    this.tokens = token.tokens.slice(0, -1);
    this.source = source;
    this.cache = token.cache;
    this.multiplyAdds = token.multiplyAdds;
    this.trace = token.retain();
    this.choice = { settings, token: token.token, id: token.id, trace: this.trace };
    const { kept } = token.cache;
    this.owners = this.tokens.map((_, at) => (at < kept ? before[at]! : this));
  }

  /** Puts another choice in place of the one that was made from the same logits. */
  choose(choice: Choice): void {
    this.freeChoice();
    this.choice = choice;
  }

  dispose(): void {
    this.freeChoice();
    this.trace.dispose();
  }

  private freeChoice(): void {
    if (this.choice.trace !== this.trace) this.choice.trace.dispose();
  }
}
