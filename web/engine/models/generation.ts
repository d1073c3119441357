import { fail } from '../errors.js';
import { Given, ownerOf, withHandles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { TokenHandle, TransformerHandle } from '../module/core-module.js';
import type { Read } from '../options/option.js';
import { readOptions, refuse } from '../options/read.js';
import * as tables from '../options/tables.js';
import { free, own } from '../module/owned.js';
import { RecordedTrace } from '../traces/recorded-trace.js';
import { choiceOf } from './token-choice.js';
import { startToken, toTokens } from './tokens.js';
import type {
  GeneratedToken,
  GenerationOptions,
  TokenTrace,
  TransformerOptions,
} from '../types/index.js';

/** What generation needs of a model. */
interface Generator {
  readonly vocabulary: readonly string[];
  readonly options: TransformerOptions;
  /** Throws if the model is disposed. */
  readonly open: TransformerHandle;
  idsOf(tokens: readonly string[], argument: string): number[];
}

/** Checks all options at once, before the first token is requested. */
export function generateWith(
  memory: Memory,
  model: Generator,
  given: GenerationOptions,
): AsyncIterableIterator<GeneratedToken> {
  const options = readOptions(tables.generation, given);
  return generationOf(memory, model, checkedFor(model, options));
}

/** Milliseconds until generation yields to the page between two tokens: a timer costs more than a short pass. */
const longestTask = 12;

/** The options of generation, with defaults. */
export type ReadGeneration = Read<GenerationOptions, typeof tables.generation>;

/** The same, as a model takes them. */
export type Checked = ReturnType<typeof checkedFor>;

/** Throws if the model cannot use the options. */
export function checkedFor(model: Generator, options: ReadGeneration) {
  void model.open; // throws if the model is disposed
  const { architecture = 'encoder-decoder' } = model.options;
  const encoder = architecture === 'encoder-decoder';
  if (architecture === 'encoder-only') {
    fail('conflict', 'architecture', 'encoder-only', 'a model with a decoder');
  }
  refuse(options, encoder ? [] : ['source'], 'the model is decoder-only');
  const source = encoder ? tokenList(options.source, 'source') : [];
  const start = encoder ? [startToken] : undefined;
  const prompt = tokenList(options.prompt === undefined ? start : options.prompt, 'prompt');
  const { maxNewTokens, useCache, trace } = options;
  requirePositions(model, source.length, 'source');
  requirePositions(model, prompt.length, 'prompt');
  // The last new token is not read again, so it needs no position.
  requirePositions(model, prompt.length + maxNewTokens - 1, 'maxNewTokens');
  return {
    source: model.idsOf(source, 'source'),
    prompt: model.idsOf(prompt, 'prompt'),
    maxNewTokens,
    end: options.endToken,
    choice: choiceOf(options, model.vocabulary.length),
    useCache,
    trace,
  };
}

/** Throws if a table of learned positions has fewer rows than there are tokens. */
function requirePositions({ options }: Generator, length: number, argument: string): void {
  const { positions, maxLength = 512 } = options;
  if (positions !== 'learned' || length <= maxLength) return;
  const rows = `at most ${maxLength}, the rows of the position table`;
  fail('range', argument, `${length} tokens`, rows);
}

function tokenList(given: unknown, argument: string): string[] {
  if (given === undefined) fail('missing', argument, 'nothing', 'a list of tokens');
  const tokens = toTokens(given, argument);
  if (tokens.length === 0) fail('size', argument, 'no token', 'at least one token');
  return tokens;
}

/** Yields the tokens, each with its trace. */
export async function* generationOf(
  memory: Memory,
  model: Generator,
  options: Checked,
): AsyncIterableIterator<GeneratedToken> {
  const ids = [...options.prompt];
  let begun = performance.now();
  for (let made = 1; made <= options.maxNewTokens; made++) {
    const handle = nextToken(memory, model, ids, options);
    const chosen = ownerOf(
      handle,
      () => new ChosenToken(memory, handle, model.vocabulary, ids, options),
    );
    ids.push(chosen.id);
    chosen.last = chosen.token === options.end || made === options.maxNewTokens;
    try {
      yield chosen;
    } finally {
      chosen.free();
    }
    if (chosen.last) return;
    if (performance.now() - begun > longestTask) {
      await new Promise((resolve) => setTimeout(resolve));
      begun = performance.now();
    }
  }
}

function nextToken(
  memory: Memory,
  model: Generator,
  tokens: readonly number[],
  { source, choice, useCache }: Checked,
): TokenHandle {
  return withHandles(memory, (handles) => {
    const ids = (data: readonly number[], argument: string) =>
      new Given(data.length > 0 ? handles.numbers({ shape: [data.length], data }, argument) : 0);
    const request = handles.request({
      source: ids(source, 'source'),
      tokens: ids(tokens, 'prompt'),
      ...choice,
      useCache,
    });
    return memory.unwrap(model.open.nextToken(request));
  });
}

/** A token with the values that are copied at once; its trace is made on first access. */
export class ChosenToken implements GeneratedToken {
  readonly token: string;
  readonly id: number;
  readonly position: number;
  readonly tokens: readonly string[];
  readonly logits: Float32Array;
  readonly probabilities: Float32Array;
  readonly cache: { kept: number; computed: number };
  readonly multiplyAdds: { done: number; withoutCache: number };
  last = false;
  readonly #memory: Memory;
  #handle: TokenHandle | undefined;
  readonly #options: Checked;
  /** A worker moves the logits to the page. */
  readonly #candidates: number;
  #trace: TokenTrace | undefined;
  #retained = false;

  constructor(
    memory: Memory,
    handle: TokenHandle,
    vocabulary: readonly string[],
    before: readonly number[],
    options: Checked,
  ) {
    this.#memory = memory;
    this.#options = options;
    this.#handle = handle;
    this.id = handle.id();
    this.token = vocabulary[this.id] ?? '';
    this.position = before.length;
    this.tokens = [...before, this.id].map((id) => vocabulary[id] ?? '');
    this.logits = memory.unwrap(handle.logits());
    this.probabilities = memory.unwrap(handle.probabilities());
    this.#candidates = this.logits.length;
    this.cache = { kept: handle.kept(), computed: handle.computed() };
    this.multiplyAdds = {
      done: handle.multiplyAdds(),
      withoutCache: handle.multiplyAddsWithoutCache(),
    };
    own(this, handle);
    if (!options.trace) this.free();
  }

  get trace(): TokenTrace {
    const token = { choice: this.#options.choice, candidates: this.#candidates };
    this.#trace ??= new RecordedTrace(this.#memory, this.#memory.unwrap(this.open.trace()), {
      token,
    });
    return this.#trace;
  }

  retain(): TokenTrace {
    const { trace } = this;
    this.#retained = true;
    return trace;
  }

  free(): void {
    if (!this.#retained) this.#trace?.dispose();
    if (this.#handle) free(this.#handle);
    this.#handle = undefined;
  }

  private get open(): TokenHandle {
    if (!this.#options.trace) fail('conflict', 'trace', 'false', 'true, to look at traces');
    if (!this.#handle)
      fail('disposed', 'token', 'freed', 'the last token, or one that is retained');
    return this.#handle;
  }
}
