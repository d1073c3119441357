import { endToken } from '../../engine/models/tokens.js';
import type { Computed, Numbers } from '../../engine/types/computed.js';
import type {
  AttentionPlayground,
  GeneratedToken,
  GenerationOptions,
  Transformer,
} from '../../engine/types/index.js';
import { nextTask } from '../../kit/element/turns.js';
import type { Plan } from './model.js';
import { Pass } from './pass.js';
import { engineChoice, MOST_NEW, type ChoiceSettings, type ModelSettings } from './settings.js';
import type { Sentences } from './words.js';

/** A weight that the user changed. */
export interface ChangedWeight {
  path: string;
  index: readonly number[];
  before: Computed;
  value: number;
  cacheEmptied: boolean;
}

/** One thing that was done with a sequence, with all that it depends on. */
export type Action =
  | { kind: 'next'; settings: ChoiceSettings; useCache: boolean }
  | { kind: 'restart'; sentences: Sentences; settings: ChoiceSettings; useCache: boolean }
  | { kind: 'choose'; position: number; settings: ChoiceSettings }
  | { kind: 'change'; path: string; index: readonly number[]; value: number };

/** All that a sequence comes from: whoever does the same gets the same numbers. */
export interface SequenceConfig {
  plan: Plan;
  sentences: Sentences;
  actions: readonly Action[];
}

/** A model, the sequence that it continues, and the passes that chose its tokens. The only owner of all of them. */
export class Sequence {
  readonly vocabulary: readonly string[];
  private readonly model: Transformer;
  /** The sentences that `actions` began with. */
  private first: Sentences;
  private actions: readonly Action[] = [];
  private made: Pass[] = [];
  private ids: string[];
  private version = 0;

  constructor(
    engine: AttentionPlayground,
    readonly plan: Plan,
    private given: Sentences,
  ) {
    this.model = engine.transformer(plan.options);
    this.vocabulary = this.model.vocabulary;
    this.first = given;
    this.ids = [...given.prompt];
  }

  /** The same sequence again, with a model of its own. */
  static async from(engine: AttentionPlayground, config: SequenceConfig): Promise<Sequence> {
    const { plan, sentences, actions } = config;
    const sequence = new Sequence(engine, plan, sentences);
    try {
      for (const action of actions) await sequence.repeat(action);
    } catch (error) {
      sequence.dispose();
      throw error;
    }
    return sequence;
  }

  get config(): SequenceConfig {
    const { plan, first, actions } = this;
    return { plan, sentences: first, actions };
  }

  get settings(): ModelSettings {
    return this.plan.settings;
  }

  /** How many tokens there can be after the prompt: the last one is not read any more. */
  get most(): number {
    const longest = this.plan.learned?.longest ?? Infinity;
    return Math.min(MOST_NEW, longest - this.given.prompt.length + 1);
  }

  /** The prompt, and every token that was chosen after it. */
  get tokens(): readonly string[] {
    return this.ids;
  }

  get sentences(): Sentences {
    return this.given;
  }

  get passes(): readonly Pass[] {
    return this.made;
  }

  /** The number of tokens whose keys and values the model has cached now. */
  get cachedTokens(): number {
    return this.model.cachedTokens;
  }

  /** Why there can be no further token; undefined if there can. */
  get over(): 'end' | 'most' | undefined {
    if (this.made.length > 0 && this.ids[this.ids.length - 1] === endToken) return 'end';
    return this.made.length >= this.most ? 'most' : undefined;
  }

  /** Whether a weight has been changed since this pass: the model would give other logits now. */
  isStale(pass: Pass): boolean {
    return pass.version !== this.version;
  }

  /** Generates one more token. */
  async next(settings: ChoiceSettings, useCache: boolean): Promise<Pass> {
    const pass = await this.pass({ ...this.given, prompt: this.ids }, settings, useCache);
    this.made.push(pass);
    this.ids.push(pass.choice.token);
    this.note({ kind: 'next', settings, useCache });
    return pass;
  }

  /**
   * Generates the first token again, after other sentences or the same ones; a common beginning is still cached. The
   * passes before are freed once `show` has the new one; if it cannot be computed, they stay.
   */
  async restart(
    sentences: Sentences,
    settings: ChoiceSettings,
    useCache: boolean,
    show: (pass: Pass) => void,
  ): Promise<void> {
    const pass = await this.pass(sentences, settings, useCache);
    const before = this.made;
    this.given = sentences;
    this.made = [pass];
    this.ids = [...sentences.prompt, pass.choice.token];
    this.note({ kind: 'restart', sentences, settings, useCache });
    show(pass);
    for (const one of before) one.dispose();
  }

  /** The same with an empty cache: of what was done before, only changed weights still count. */
  async startOver(
    settings: ChoiceSettings,
    useCache: boolean,
    show: (pass: Pass) => void,
  ): Promise<void> {
    this.model.clearCache();
    await this.restart(this.given, settings, useCache, show);
    this.first = this.given;
    const changes = this.actions.filter(({ kind }) => kind === 'change');
    this.actions = [...changes, { kind: 'next', settings, useCache }];
  }

  /**
   * Chooses again from the logits of a pass. If that gives another token, the tokens after it are removed; returns how
   * many.
   */
  choose(pass: Pass, settings: ChoiceSettings): number {
    const trace = pass.sequence(settings);
    const id = trace.tensor('next.token').data[0]!;
    trace.dispose();
    const token = this.vocabulary[id]!;
    const same = id === pass.choice.id;
    pass.choice = { settings, token, id };
    const position = this.made.indexOf(pass);
    this.note({ kind: 'choose', position, settings });
    if (same) return 0;
    const dropped = this.made.splice(position + 1);
    for (const later of dropped) later.dispose();
    this.ids = [...pass.tokens, token];
    return dropped.length;
  }

  /** The same pass without a cache: the largest difference of any logit, by the engine. */
  withoutCache(pass: Pass): Promise<Computed> {
    const { source, tokens: prompt } = pass;
    return this.take({ source, prompt }, { useCache: false }, (token): Computed => {
      const logits = pass.trace.compare(token.trace).find(({ path }) => path === 'next.logits');
      return logits?.maxDifference ?? NaN;
    });
  }

  parameter(path: string): { shape: number[]; data: Numbers } {
    return this.model.parameter(path);
  }

  change(path: string, index: readonly number[], value: number): ChangedWeight {
    const { shape, data } = this.model.parameter(path);
    const before = data[index[0]! * shape[1]! + index[1]!]!;
    const { cacheEmptied } = this.model.set(path, index, value);
    this.version += 1;
    this.note({ kind: 'change', path, index, value });
    return { path, index, before, value: Math.fround(value), cacheEmptied };
  }

  dispose(): void {
    for (const pass of this.made) pass.dispose();
    this.model.dispose();
  }

  private note(action: Action): void {
    this.actions = [...this.actions, action];
  }

  private async repeat(action: Action): Promise<void> {
    if (action.kind === 'next') await this.next(action.settings, action.useCache);
    else if (action.kind === 'choose') this.choose(this.made[action.position]!, action.settings);
    else if (action.kind === 'change') this.change(action.path, action.index, action.value);
    else await this.restart(action.sentences, action.settings, action.useCache, () => undefined);
  }

  private pass(sentences: Sentences, settings: ChoiceSettings, useCache: boolean): Promise<Pass> {
    // It is computed with the weights of now, whatever is changed before it is read.
    const { version } = this;
    return this.take(
      sentences,
      { useCache, ...engineChoice(settings) },
      (token) => new Pass(token, settings, version, useCache, sentences.source),
    );
  }

  /** Runs one pass, and returns what `read` takes from it. */
  private async take<Value>(
    { source, prompt }: Sentences,
    options: GenerationOptions,
    read: (token: GeneratedToken) => Value,
  ): Promise<Value> {
    const sentences =
      this.settings.architecture === 'decoder-only' ? { prompt } : { source, prompt };
    const tokens = this.model.generate({ ...options, ...sentences, maxNewTokens: 1 });
    try {
      const { value } = (await tokens.next()) as { value: GeneratedToken };
      // Running the pass and reading its steps are two tasks, so that the page stays responsive.
      await nextTask();
      return read(value);
    } finally {
      await tokens.return?.();
    }
  }
}
