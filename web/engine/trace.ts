import { batched, paddingMask, projectionHandles, requireMatrices } from './attention.js';
import { describe, fail, unwrap } from './errors.js';
import { withHandles, type Handles } from './handles.js';
import type { CoreModule, OrError, TraceHandle } from './module.js';
import { attentionSwitches, choice, flag, requireObject, whole } from './options.js';
import { toIds, Vocabulary } from './tokens.js';
import type {
  Difference,
  Edit,
  Explanation,
  Memory,
  Step,
  Tensor,
  TensorLike,
  Trace,
  TraceAttentionOptions,
} from './types.js';

export function traceAttention(module: CoreModule, options: TraceAttentionOptions): Trace {
  requireObject(options, 'options');
  return withHandles(module, (handles) => {
    const vocabulary = new Vocabulary();
    const { x, tokens, memory, memoryTokens, maskPadding } = options;
    const sources = {
      x: sentence(handles, vocabulary, 'x', x, 'tokens', tokens, maskPadding),
      memory:
        memory === undefined && memoryTokens === undefined
          ? undefined
          : sentence(
              handles,
              vocabulary,
              'memory',
              memory,
              'memoryTokens',
              memoryTokens,
              maskPadding,
            ),
    };
    const request = {
      ...attentionSwitches(options),
      ...projections(handles, options),
      ...sources,
      vocabulary: vocabulary.tokens,
      dModel: whole(options.dModel, 64, 'dModel', 1),
      numHeads: whole(options.numHeads, 1, 'numHeads', 1),
      bias: flag(options.bias, false, 'bias'),
      separate:
        choice(options.headMatrices, 'combined', 'headMatrices', ['combined', 'separate']) ===
        'separate',
      positions: choice(options.positions, 'none', 'positions', ['none', 'sinusoidal', 'learned']),
      maskPadding: flag(maskPadding, true, 'maskPadding'),
      attnMask: handles.mask(options.attnMask, 'attnMask'),
      keyPaddingMask:
        options.keyPaddingMask &&
        handles.numbers(paddingMask(options.keyPaddingMask), 'keyPaddingMask'),
    };
    return new RecordedTrace(module, unwrap(module.traceAttention(request)));
  });
}

function projections(handles: Handles, { projections = 'xavier' }: TraceAttentionOptions) {
  if (typeof projections === 'string') {
    return {
      projections: choice(projections, 'xavier', 'projections', ['xavier', 'identity', 'none']),
    };
  }
  requireMatrices(projections);
  return { projections: 'given', given: projectionHandles(handles, projections) };
}

/** One side: tokens, or given vectors, or both (then the tokens say how long each sentence is). */
function sentence(
  handles: Handles,
  vocabulary: Vocabulary,
  vectorsName: string,
  vectors: TensorLike | undefined,
  tokensName: string,
  tokens: unknown,
  maskPadding: boolean | undefined,
) {
  if (vectors === undefined && tokens === undefined) {
    fail('missing', tokensName, 'nothing', `${tokensName} or ${vectorsName}`);
  }
  const ids = tokens === undefined ? undefined : toIds(tokens, tokensName, vocabulary);
  // Equal lengths hide nothing, but somebody who asks for the mask wants to see it.
  const lengths =
    ids && (ids.ragged || maskPadding === true)
      ? handles.numbers(ids.lengths, tokensName)
      : undefined;
  if (vectors === undefined) {
    return { ids: ids && handles.numbers(ids.ids, tokensName), lengths };
  }
  const [numbers] = batched(vectors, vectorsName);
  if (ids && (numbers.shape[0] !== ids.ids.shape[0] || numbers.shape[1] !== ids.ids.shape[1])) {
    fail(
      'shape',
      vectorsName,
      `(${numbers.shape.join(', ')})`,
      `(${ids.ids.shape.join(', ')}, d_model), as ${tokensName}`,
    );
  }
  return { vectors: handles.numbers(numbers, vectorsName), lengths };
}

class RecordedTrace implements Trace {
  readonly #module: CoreModule;
  readonly #declared: ReturnType<TraceHandle['steps']>;
  #handle: TraceHandle | undefined;
  #steps: Step[] | undefined;

  constructor(module: CoreModule, handle: TraceHandle) {
    this.#module = module;
    this.#handle = handle;
    this.#declared = handle.steps();
  }

  get disposed(): boolean {
    return this.#handle === undefined;
  }

  get steps(): readonly Step[] {
    if (this.#steps) return this.#steps;
    const states = this.#open.states();
    this.#steps = this.#declared.map((step, i) => ({
      ...step,
      edits: states[2 * i] ?? 0,
      fullyMaskedRows: states[2 * i + 1] ?? 0,
    }));
    return this.#steps;
  }

  get edits(): readonly Edit[] {
    return this.#open.edits();
  }

  tensor(path: string): Tensor {
    return unwrap(this.#open.tensor(text(path)));
  }

  baseline(path: string): Tensor {
    return unwrap(this.#open.baseline(text(path)));
  }

  memory(path: string): Memory {
    return unwrap(this.#open.memory(text(path)));
  }

  explain(path: string, index: readonly number[]): Explanation {
    return unwrap(this.#open.explain(text(path), cell(index)));
  }

  set(path: string, index: readonly number[], value: number): string[] {
    if (typeof value !== 'number') fail('type', 'value', describe(value), 'a number');
    return this.#changed(this.#open.set(text(path), cell(index), value));
  }

  setTensor(path: string, values: TensorLike): string[] {
    const open = this.#open;
    return withHandles(this.#module, (handles) =>
      this.#changed(open.setTensor(text(path), handles.tensor(values, 'values'))),
    );
  }

  undo(): string[] {
    return this.#changed(this.#open.undo());
  }

  reset(): string[] {
    return this.#changed(this.#open.reset());
  }

  compare(other: Trace): Difference[] {
    if (!(other instanceof RecordedTrace)) fail('type', 'other', describe(other), 'a trace');
    return unwrap(this.#open.compare(other.#open));
  }

  dispose(): void {
    this.#handle?.delete();
    this.#handle = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  get #open(): TraceHandle {
    if (!this.#handle) fail('disposed', 'trace', 'disposed', 'a trace in use');
    return this.#handle;
  }

  #changed(result: OrError<string[]>): string[] {
    const paths = unwrap(result);
    this.#steps = undefined;
    return paths;
  }
}

function text(path: unknown): string {
  if (typeof path !== 'string') fail('type', 'path', describe(path), 'the path of a step');
  return path;
}

function cell(index: unknown): readonly number[] {
  if (!Array.isArray(index) || !index.every((i) => Number.isInteger(i))) {
    fail(
      'index',
      'index',
      Array.isArray(index) ? `[${index.map(describe).join(', ')}]` : describe(index),
      'a list of whole numbers',
    );
  }
  return index as number[];
}
