import { endToken } from '../../engine/transformer.js';
import type {
  AttentionPlayground,
  GeneratedToken,
  GenerationOptions,
  Transformer,
} from '../../engine/types.js';
import { Pass } from './pass.js';
import { MOST_NEW, type ChoiceSettings, type ModelSettings } from './settings.js';
import type { Sentences } from './words.js';

/** A weight that a person changed. */
export interface ChangedWeight {
  path: string;
  index: readonly number[];
  before: number;
  value: number;
  cacheEmptied: boolean;
}

/** A model, the sequence that it is continuing, and the passes that gave its tokens. The one owner of all of them. */
export class Sequence {
  readonly vocabulary: readonly string[];
  private readonly model: Transformer;
  private made: Pass[] = [];
  private ids: string[];
  /** Rows that the model's cache holds, by the pass that computed them. */
  private cached: readonly Pass[] = [];
  private readonly alive = new Set<Pass>();
  private version = 0;

  constructor(
    engine: AttentionPlayground,
    readonly settings: ModelSettings,
    vocabulary: readonly string[],
    private given: Sentences,
  ) {
    const { architecture, layers, heads, dModel, seed } = settings;
    this.model = engine.transformer({
      architecture,
      vocabulary,
      dModel,
      seed,
      nhead: heads,
      numEncoderLayers: layers,
      numDecoderLayers: layers,
    });
    this.vocabulary = this.model.vocabulary;
    this.ids = [...given.prompt];
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

  /** Tokens whose keys and values the model keeps now. */
  get cachedTokens(): number {
    return this.model.cachedTokens;
  }

  /** Why there can be no further token, if so. */
  get over(): 'end' | 'most' | undefined {
    if (this.made.length > 0 && this.ids[this.ids.length - 1] === endToken) return 'end';
    return this.made.length >= MOST_NEW ? 'most' : undefined;
  }

  /** Whether a weight has been changed since this pass: the model would give other logits now. */
  isStale(pass: Pass): boolean {
    return pass.version !== this.version;
  }

  /** One token more. */
  async next(settings: ChoiceSettings, useCache: boolean): Promise<Pass> {
    const before = this.cached;
    const pass = await this.take(
      { prompt: this.ids, useCache, ...options(settings) },
      (token) => new Pass(token, settings, this.version, useCache, before, this.given.source),
    );
    if (useCache) this.cached = pass.owners;
    this.made.push(pass);
    this.alive.add(pass);
    this.ids.push(pass.choice.token);
    this.freeUnused();
    return pass;
  }

  /**
   * Chooses again from the logits of a pass. Where that gives another token, those after it are taken away; says how
   * many. Computed without the cache, which stays as it is.
   */
  async choose(pass: Pass, settings: ChoiceSettings): Promise<number> {
    const choice = await this.take(
      { prompt: pass.tokens, useCache: false, ...options(settings) },
      (token) => ({ settings, token: token.token, id: token.id, trace: token.retain() }),
    );
    const same = choice.id === pass.choice.id;
    pass.choose(choice);
    if (same) return 0;
    const at = this.made.indexOf(pass) + 1;
    const dropped = this.made.splice(at).length;
    this.ids = [...pass.tokens, choice.token];
    this.freeUnused();
    return dropped;
  }

  /** Other sentences for the same model; what its cache holds of them is used again. */
  restart(sentences: Sentences): void {
    this.given = sentences;
    this.ids = [...sentences.prompt];
    this.made = [];
    this.freeUnused();
  }

  /** Forgets what was kept, too. */
  startOver(): void {
    this.model.clearCache();
    this.cached = [];
    this.restart(this.given);
  }

  /** The same pass without a cache: the largest difference of any logit, by the engine. */
  withoutCache(pass: Pass): Promise<number> {
    return this.take({ prompt: pass.tokens, useCache: false }, (token) => {
      const logits = pass.trace.compare(token.trace).find(({ path }) => path === 'next.logits');
      return logits?.maxDifference ?? NaN;
    });
  }

  parameter(path: string): { shape: number[]; data: Float32Array } {
    return this.model.parameter(path);
  }

  change(path: string, index: readonly number[], value: number): ChangedWeight {
    const { shape, data } = this.model.parameter(path);
    const before = data[index[0]! * shape[1]! + index[1]!]!;
    const { cacheEmptied } = this.model.set(path, index, value);
    this.version += 1;
    if (cacheEmptied) this.cached = [];
    this.freeUnused();
    return { path, index, before, value: Math.fround(value), cacheEmptied };
  }

  dispose(): void {
    for (const pass of this.alive) pass.dispose();
    this.alive.clear();
    this.made = [];
    this.model.dispose();
  }

  /** Runs one pass, and gives back what is taken from it. */
  private async take<Value>(
    asked: GenerationOptions,
    read: (token: GeneratedToken) => Value,
  ): Promise<Value> {
    const source =
      this.settings.architecture === 'decoder-only' ? {} : { source: this.given.source };
    const tokens = this.model.generate({ ...asked, ...source, maxNewTokens: 1 });
    try {
      const { value } = (await tokens.next()) as { value: GeneratedToken };
      // Running it and reading its steps are two tasks: a page stays quick in between.
      await new Promise((resolve) => setTimeout(resolve));
      return read(value);
    } finally {
      await tokens.return?.();
    }
  }

  /** Gives back the passes of which nothing is shown, and that hold no row of one that is. */
  private freeUnused(): void {
    const used = new Set([...this.made, ...this.cached]);
    for (const pass of this.made) for (const owner of pass.owners) used.add(owner);
    for (const pass of this.alive) {
      if (used.has(pass)) continue;
      pass.dispose();
      this.alive.delete(pass);
    }
  }
}

function options({
  temperature,
  topK,
  doSample,
  seed,
}: ChoiceSettings): Partial<GenerationOptions> {
  return { temperature, doSample, seed, ...(topK !== undefined && { topK }) };
}
