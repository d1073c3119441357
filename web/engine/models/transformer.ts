import { describe, fail } from '../errors.js';
import { namedFault, readFaults, type PlacedFault } from '../traces/faults.js';
import { generateWith } from './generation.js';
import { gradientsOf } from '../training/gradients.js';
import { Given, withHandles, type Handles } from '../module/handles.js';
import { maskHandles } from '../calls/layers.js';
import type { Memory } from '../module/memory.js';
import { modelOptions, readModelOptions, type ReadPass } from './model-options.js';
import type { GradientsHandle, RequestHandle, TransformerHandle } from '../module/core-module.js';
import { readOptions, refuse, withDefaults } from '../options/read.js';
import * as tables from '../options/tables.js';
import { free, own } from '../module/owned.js';
import { whole } from '../options/values.js';
import { parametersAmong, requirePath } from './parameters.js';
import { plainOptions, type Origin } from '../traces/origin.js';
import { RecordedTrace } from '../traces/recorded-trace.js';
import { save } from '../files/save.js';
import { requirePosition } from '../traces/steps.js';
import { toTensor, type Numbers } from '../tensors.js';
import {
  FixedVocabulary,
  labelLists,
  paddingToken,
  toLabels,
  vocabularyOf,
  type TokenIds,
} from './tokens.js';
import { sentence } from '../traces/trace.js';
import type {
  Architecture,
  GeneratedToken,
  GenerationOptions,
  GradientOptions,
  Gradients,
  PassOptions,
  SaveOptions,
  Tensor,
  Trace,
  TraceTransformerOptions,
  Transformer,
  TransformerOptions,
} from '../types/index.js';

const inputNames = ['source', 'target', 'src', 'tgt', 'labels'];

const maskNames = [
  'srcMask',
  'srcKeyPaddingMask',
  'tgtMask',
  'tgtKeyPaddingMask',
  'memoryMask',
  'memoryKeyPaddingMask',
] as const;

/** The options of a pass that are useless if one of the two stacks is missing. */
const withoutUse: Readonly<Partial<Record<Architecture, readonly (keyof PassOptions)[]>>> = {
  'encoder-only': [
    'target',
    'tgt',
    'tgtMask',
    'tgtKeyPaddingMask',
    'memoryMask',
    'memoryKeyPaddingMask',
  ],
  'decoder-only': [
    'source',
    'src',
    'srcMask',
    'srcKeyPaddingMask',
    'memoryMask',
    'memoryKeyPaddingMask',
  ],
};

/** See TransformerOptions. Without a vocabulary the model takes word vectors only. */
export function transformer(memory: Memory, given: TransformerOptions): TransformerModel {
  const options = readModelOptions(tables.transformer, given);
  const vocabulary = vocabularyOf(options, {});
  return new TransformerModel(memory, options, vocabulary);
}

/** See TraceTransformerOptions: a model for one pass. */
export function traceTransformer(memory: Memory, given: TraceTransformerOptions): Trace {
  const options = readModelOptions(tables.traceTransformer, given);
  const { source, target, labels, sourceVocabulary, pointer } = options;
  // A pointer's labels are positions, and null is no token.
  const words = pointer === true || labels === undefined ? undefined : wordsOf(labels);
  const own = sourceVocabulary === undefined ? { source } : {};
  const tokens = vocabularyOf(options, { ...own, target, labels: words });
  const model = new TransformerModel(memory, options, tokens);
  try {
    return model.tracePass(withDefaults<PassOptions, typeof tables.pass>(tables.pass, options));
  } finally {
    model.dispose();
  }
}

/** The only owner of a model in wasm memory. */
export class TransformerModel implements Transformer {
  readonly vocabulary: readonly string[];
  readonly options: TransformerOptions;
  /** @internal */
  readonly memory: Memory;
  /** @internal Those of its last pass, deleted with it. */
  gradientsHandle: GradientsHandle | undefined;
  readonly #ids: FixedVocabulary;
  readonly #sourceIds: TokenIds;
  /** Of the parameters that the seed does not give. */
  #parameters: string[] | 'all' = 'all';
  #handle: TransformerHandle | undefined;

  /** `handle`: a model that the core has made already, of these options. */
  constructor(
    memory: Memory,
    options: TransformerOptions,
    vocabulary: FixedVocabulary,
    handle?: TransformerHandle,
  ) {
    this.memory = memory;
    this.#ids = vocabulary;
    this.vocabulary = vocabulary.tokens;
    const { sourceVocabulary } = options;
    const source =
      sourceVocabulary === undefined
        ? undefined
        : new FixedVocabulary(sourceVocabulary, 'sourceVocabulary');
    this.#sourceIds = source ?? vocabulary;
    const sourceTokens = source?.tokens ?? [];
    // A copy, as the caller's object may change, without the parameters, which the core has copied.
    this.options = { ...options, parameters: {} };
    if (handle) {
      this.#handle = handle;
    } else {
      const { model, parameters } = made(memory, options, this.vocabulary, sourceTokens);
      this.#handle = model;
      this.#parameters = parameters;
    }
    own(this, this.#handle);
  }

  /** Whether a value is a model itself, not a proxy of one. */
  static is(value: unknown): value is TransformerModel {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  get disposed(): boolean {
    return this.#handle === undefined;
  }

  get cachedTokens(): number {
    return this.open.cached();
  }

  /** @internal */
  get open(): TransformerHandle {
    if (!this.#handle) fail('disposed', 'model', 'disposed', 'a model in use');
    return this.#handle;
  }

  trace(given: PassOptions): Trace {
    return this.tracePass(readOptions(tables.pass, given));
  }

  /** @internal */
  tracePass(options: ReadPass): Trace {
    return withHandles(
      this.memory,
      (handles) => {
        const faults = readFaults(options.faults);
        const request = this.passRequest(handles, options, faults);
        const handle = this.memory.unwrap(this.open.trace(request));
        const origin = this.#originOf(handles, options, faults);
        return new RecordedTrace(this.memory, handle, { origin });
      },
      true,
    );
  }

  #originOf(handles: Handles, options: ReadPass, faults: readonly PlacedFault[]): Origin {
    const { layers, sourceVocabulary } = this.options;
    return {
      call: 'traceTransformer',
      options: {
        ...plainOptions(tables.transformer, { ...this.options }),
        ...(layers && { layers }),
        vocabulary: this.vocabulary,
        ...(sourceVocabulary && { sourceVocabulary }),
        ...plainOptions(tables.pass, options),
        ...handles.given(inputNames),
        ...handles.given(maskNames),
        ...(faults.length > 0 && { faults: faults.map(namedFault) }),
      },
      parameters: this.#parameters,
    };
  }

  /** @internal The options of a pass as the core reads them. */
  passRequest(
    handles: Handles,
    options: ReadPass,
    faults: readonly PlacedFault[] = readFaults(options.faults),
  ): RequestHandle {
    const { architecture = 'encoder-decoder' } = this.options;
    refuse(options, withoutUse[architecture] ?? [], `the model is ${architecture}`);
    const given = {
      ...side(handles, this.#sourceIds, options, 'src', 'source'),
      ...side(handles, this.#ids, options, 'tgt', 'target'),
      ...labelIds(handles, this.options.pointer ? undefined : this.#ids, options.labels),
      ...maskHandles(handles, options, maskNames),
      tgtIsCausal: options.tgtIsCausal,
      maskPadding: options.maskPadding ?? true,
    };
    return handles.request(given, [], faults);
  }

  /** @internal A trainer has taken it: its parameters are not those of its seed. */
  trained(): void {
    this.#parameters = 'all';
  }

  /** @internal */
  idsOf(tokens: readonly string[], argument: string): number[] {
    const ids = argument === 'source' ? this.#sourceIds : this.#ids;
    return tokens.map((token) => ids.id(token, argument));
  }

  parameter(path: string): Tensor {
    const { open } = this;
    requirePath(path, 'path');
    this.memory.requireRoomForTexts(1, path.length);
    return toTensor(this.memory.unwrap(open.parameter(path)));
  }

  set(path: string, index: readonly number[], value: number): { cacheEmptied: boolean } {
    const position = requirePosition(index, this.parameter(path).shape);
    if (typeof value !== 'number') fail('type', 'value', describe(value), 'a number');
    this.memory.requireRoomForTexts(1, path.length);
    const cacheEmptied = this.memory.unwrap(this.open.set(path, position, value));
    if (this.#parameters !== 'all' && !this.#parameters.includes(path)) this.#parameters.push(path);
    return { cacheEmptied };
  }

  generate(options: GenerationOptions): AsyncIterableIterator<GeneratedToken> {
    return generateWith(this.memory, this, options);
  }

  gradients(options: GradientOptions): Gradients {
    return gradientsOf(this.memory, this, options);
  }

  save(options: SaveOptions = {}): Uint8Array {
    return save(this.memory, this, options);
  }

  clearCache(): void {
    this.open.clear();
  }

  dispose(): void {
    if (this.gradientsHandle) free(this.gradientsHandle);
    this.gradientsHandle = undefined;
    if (this.#handle) free(this.#handle);
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function made(
  memory: Memory,
  options: TransformerOptions,
  tokens: readonly string[],
  sourceTokens: readonly string[],
): { model: TransformerHandle; parameters: string[] } {
  return withHandles(
    memory,
    (handles) => {
      const asked = { ...modelOptions(handles, options), sourceTokens: sourceTokens.length };
      const request = handles.request(asked, [...tokens, ...sourceTokens]);
      const model = memory.unwrap(memory.module.transformer(request));
      return { model, parameters: parametersAmong(asked) };
    },
    true,
  );
}

/** The options of one sentence under the core's names; none if it is not given. */
function side(
  handles: Handles,
  ids: TokenIds,
  options: ReadPass,
  vectors: 'src' | 'tgt',
  tokens: 'source' | 'target',
) {
  if (options[vectors] === undefined && options[tokens] === undefined) return {};
  const { maskPadding } = options;
  const given = [options[vectors], tokens, options[tokens], maskPadding] as const;
  // If vectors are given, the tokens only give the length of each sentence.
  const numbers = options[vectors] === undefined ? ids : { id: () => 0 };
  const read = sentence(handles, numbers, vectors, ...given);
  return {
    [vectors]: read.vectors,
    [`${tokens}Ids`]: read.ids,
    [`${tokens}Lengths`]: read.lengths,
  };
}

/** −1 where nothing is expected, as after the end of a sentence; without ids labels are positions. */
function labelIds(
  handles: Handles,
  ids: FixedVocabulary | undefined,
  labels: PassOptions['labels'],
) {
  if (labels === undefined) return {};
  const read = toLabels(labels, 'labels', (label) => {
    if (!ids) return whole(label, undefined, 'labels', 0, 2 ** 24 - 1);
    if (typeof label !== 'string') fail('type', 'labels', describe(label), 'tokens, or null');
    return label === paddingToken ? -1 : ids.id(label, 'labels');
  });
  const given = new Given(handles.numbers(read, 'labels'));
  // In place of their numbers.
  handles.remember('labels', labelsOf(read, ids?.tokens));
  return { labels: given };
}

/** Labels as a caller writes them. */
function labelsOf({ shape, data }: Numbers, tokens: readonly string[] | undefined) {
  const [lists = 0, length = 0] = shape;
  return Array.from({ length: lists }, (_, list) =>
    Array.from({ length }, (_, i) => {
      const label = data[list * length + i] as number;
      return label < 0 ? null : tokens ? (tokens[label] ?? null) : label;
    }),
  );
}

/** The tokens among labels, as sentences. */
function wordsOf(labels: unknown): unknown[][] {
  const words = labelLists(labels, 'labels').map((list) => list.filter((each) => each !== null));
  return words.filter(({ length }) => length > 0);
}
