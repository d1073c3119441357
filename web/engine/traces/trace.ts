import {
  attentionSwitches,
  batched,
  attentionMasks,
  projectionHandles,
  readMatrices,
} from '../calls/attention.js';
import { describe, fail, shapeText } from '../errors.js';
import { namedFault, readFaults } from './faults.js';
import { Given, withHandles, type Handles } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { Read } from '../options/option.js';
import { placeIn, readOptions, refuse } from '../options/read.js';
import * as tables from '../options/tables.js';
import { toNumbers, type Numbers } from '../tensors.js';
import { choice, whole } from '../options/values.js';
import { parameterHandles, parametersAmong } from '../models/parameters.js';
import { plainOptions, type Origin } from './origin.js';
import { RecordedTrace } from './recorded-trace.js';
import { toIds, Vocabulary, type TokenIds } from '../models/tokens.js';
import type {
  GivenWeightsOptions,
  ScalingOptions,
  TensorLike,
  Trace,
  TraceAttentionOptions,
} from '../types/index.js';

// In the order of the core's own list: src/attention_playground/attention/options.hpp.
const projectionChoices = ['xavier', 'identity', 'given'] as const;

/** Declares, fills and runs one attention layer; see TraceAttentionOptions. */
export function traceAttention(memory: Memory, given: TraceAttentionOptions): Trace {
  const options = readOptions(tables.traceAttention, given);
  return withHandles(
    memory,
    (handles) => {
      const vocabulary = new Vocabulary();
      const faults = readFaults(options.faults);
      const asked = {
        ...attentionSwitches(options),
        ...inputs(handles, vocabulary, options),
        dModel: options.dModel,
        numHeads: options.numHeads,
        dK: options.dK,
        dV: options.dV,
        outputWidth: options.outputWidth,
        outputProjection: options.outputProjection,
        bias: options.bias,
        separate: options.headMatrices === 'separate',
        workers: options.workers,
        ...tileSizes(options.tile),
        positions: placeIn(tables.traceAttention.positions, options.positions),
        maskPadding: options.maskPadding ?? true,
        ...attentionMasks(handles, options),
        ...parameterHandles(handles, options.parameters),
        // Last, so that each option has already been checked by itself.
        ...projections(handles, options),
      };
      const request = handles.request(asked, vocabulary.tokens, faults);
      const origin: Origin = {
        call: 'traceAttention',
        options: {
          ...plainOptions(tables.traceAttention, options),
          ...handles.given(inputNames),
          ...handles.given(maskNames),
          ...(options.projections !== undefined && {
            projections:
              typeof options.projections === 'string'
                ? options.projections
                : handles.given(matrixNames),
          }),
          ...(asked.tileQueries !== undefined && { tile: [asked.tileQueries, asked.tileKeys] }),
          ...(faults.length > 0 && { faults: faults.map(namedFault) }),
        },
        parameters: parametersAmong(asked),
      };
      const handle = memory.unwrap(memory.module.traceAttention(request));
      return new RecordedTrace(memory, handle, { origin });
    },
    true,
  );
}

const inputNames = ['tokens', 'memoryTokens', 'x', 'memory', 'query', 'key', 'value'];
const maskNames = ['attnMask', 'keyPaddingMask', 'dropoutMask'];
const matrixNames = Object.keys(tables.projectionMatrices);

type AttentionInputs = Read<TraceAttentionOptions, typeof tables.traceAttention>;

/** What is attended from and to: query, key and value, or one or two sentences. */
function inputs(handles: Handles, vocabulary: Vocabulary, options: AttentionInputs) {
  const { query, key = query, value = key } = options;
  if (query !== undefined) {
    const sentences = ['x', 'tokens', 'memory', 'memoryTokens'] as const;
    const other = sentences.find((name) => options[name] !== undefined);
    if (other) fail('conflict', 'query', `given beside ${other}`, 'one of them');
    return {
      query: new Given(handles.tensor(query, 'query')),
      key: new Given(handles.tensor(key, 'key')),
      value: new Given(handles.tensor(value, 'value')),
    };
  }
  refuse(options, ['key', 'value'], 'there is no query');
  const { x, tokens, memory, memoryTokens, maskPadding } = options;
  const own = sentence(handles, vocabulary, 'x', x, 'tokens', tokens, maskPadding);
  const queries = { x: own.vectors, ids: own.ids, lengths: own.lengths };
  if (memory === undefined && memoryTokens === undefined) return queries;
  const other = sentence(
    handles,
    vocabulary,
    'memory',
    memory,
    'memoryTokens',
    memoryTokens,
    maskPadding,
  );
  return {
    ...queries,
    cross: true,
    memory: other.vectors,
    memoryIds: other.ids,
    memoryLengths: other.lengths,
  };
}

/** See GivenWeightsOptions. */
export function traceWeights(memory: Memory, given: GivenWeightsOptions): Trace {
  const options = readOptions(tables.traceWeights, given);
  const weights = withHeads(options.weights, 'weights');
  const value = options.value === undefined ? undefined : withHeads(options.value, 'value');
  if (weights.data.length === 0) {
    fail('size', 'weights', shapeText(weights.shape), 'sizes of at least 1');
  }
  const [batch, heads, , keys] = weights.shape;
  const rows = [batch, heads, keys];
  if (value && (value.data.length === 0 || `${value.shape.slice(0, 3)}` !== `${rows}`)) {
    const accepted = `(${rows.join(', ')}, d_v): a row for each key`;
    fail('shape', 'value', shapeText(value.shape), accepted);
  }
  return withHandles(
    memory,
    (handles) => {
      const request = handles.request({
        weights: new Given(handles.numbers(weights, 'weights')),
        value: value && new Given(handles.numbers(value, 'value')),
      });
      const origin: Origin = {
        call: 'traceWeights',
        options: handles.given(['weights', 'value']),
        parameters: [],
      };
      const handle = memory.unwrap(memory.module.traceAttention(request));
      return new RecordedTrace(memory, handle, { origin });
    },
    true,
  );
}

/** The same with a batch and heads of one, where it has none: [B, h, rows, columns]. */
function withHeads(given: TensorLike | undefined, argument: string): Numbers {
  const { shape, data } = toNumbers(given, argument);
  if (shape.length < 2 || shape.length > 4) {
    const accepted = '2 to 4 axes: [rows, columns], [heads, …] or [batch, heads, …]';
    fail('rank', argument, shapeText(shape), accepted);
  }
  return { shape: [...[1, 1].slice(shape.length - 2), ...shape], data };
}

/** See ScalingOptions. */
export function traceScaling(memory: Memory, options: ScalingOptions): Trace {
  const { dK, queries, keys, seed } = readOptions(tables.traceScaling, options);
  const handle = withHandles(memory, (handles) =>
    memory.module.traceStudy(handles.request({ dK, queries, keys, seed })),
  );
  const origin: Origin = {
    call: 'traceScaling',
    options: { dK, queries, keys, seed },
    parameters: [],
  };
  return new RecordedTrace(memory, memory.unwrap(handle), { origin });
}

/** Options that act only on projections, with their defaults. */
const withoutProjections = {
  workers: 1,
  numHeads: 1,
  bias: false,
  headMatrices: 'combined',
  outputProjection: true,
} as const;

/** Sizes of seeded projections. */
const sizes = ['dK', 'dV', 'outputWidth'] as const;

function projections(handles: Handles, options: AttentionInputs) {
  const { projections = 'xavier' } = options;
  if (typeof projections !== 'string') {
    const accepted = 'xavier, identity, none, or { wq, wk, wv, wo }';
    const table = tables.projectionMatrices;
    const matrices = readMatrices(table, projections, 'projections', accepted);
    if (options.bias) {
      fail('conflict', 'bias', 'true with given projections', 'bq, bk, bv and bo among them');
    }
    refuse(options, sizes, 'the given matrices have their sizes');
    const { numHeads, outputProjection } = options;
    return {
      projections: projectionChoices.indexOf('given'),
      ...projectionHandles(handles, matrices, numHeads, outputProjection),
    };
  }
  const chosen = choice(projections, 'projections', ['xavier', 'identity', 'none']);
  if (chosen === 'none') {
    refuse(options, sizes, 'without projections there are no matrices');
    for (const [name, value] of Object.entries(withoutProjections)) {
      const given = options[name as keyof typeof withoutProjections];
      if (given === value) continue;
      const accepted = `${value}, or projections, to which it belongs`;
      const actual = typeof given === 'string' ? given : describe(given);
      fail('conflict', name, `${actual} with projections 'none'`, accepted);
    }
    return { noProjections: true };
  }
  return { projections: projectionChoices.indexOf(chosen) };
}

function tileSizes(tile: unknown): { tileQueries?: number; tileKeys?: number } {
  if (tile === undefined) return {};
  if (!Array.isArray(tile) || tile.length !== 2) {
    fail('type', 'tile', describe(tile), '[queries, keys]');
  }
  const [queries, keys] = [tile[0], tile[1]] as unknown[];
  return {
    tileQueries: whole(queries, undefined, 'tile', 1),
    tileKeys: whole(keys, undefined, 'tile', 1),
  };
}

/** The input of one side: tokens, vectors, or both (then the tokens give the length of each sentence). */
export function sentence(
  handles: Handles,
  vocabulary: TokenIds,
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
  // Equal lengths hide nothing, but a caller who asks for the mask wants to see it.
  const lengths =
    ids && (ids.ragged || maskPadding === true)
      ? new Given(handles.numbers(ids.lengths, tokensName))
      : undefined;
  const words =
    ids && vectors === undefined ? new Given(handles.numbers(ids.ids, tokensName)) : undefined;
  // In place of their numbers.
  if (ids) handles.remember(tokensName, ids.tokens);
  if (vectors === undefined) return { ids: words, lengths, vectors: undefined };
  const [numbers] = batched(vectors, vectorsName);
  if (ids && (numbers.shape[0] !== ids.ids.shape[0] || numbers.shape[1] !== ids.ids.shape[1])) {
    const [sentences, length] = ids.ids.shape;
    const expected = `(${sentences}, ${length}, d_model), as ${tokensName}`;
    fail('shape', vectorsName, shapeText(numbers.shape), expected);
  }
  return { ids: undefined, lengths, vectors: new Given(handles.numbers(numbers, vectorsName)) };
}
