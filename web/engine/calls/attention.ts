import { fail, shapeText } from '../errors.js';
import { joined, type Arrangement } from './head-matrices.js';
import { Given, withHandles, type Handles, type Operand } from '../module/handles.js';
import type { Memory } from '../module/memory.js';
import type { Read, Table } from '../options/option.js';
import { readGiven, readOptions, refuse } from '../options/read.js';
import * as tables from '../options/tables.js';
import { requireObject } from '../options/values.js';
import { isPooled } from '../module/pool.js';
import { toNumbers, type Numbers } from '../tensors.js';
import type {
  AttentionResult,
  MultiHeadOptions,
  ProjectionMatrices,
  ResidentTensor,
  ScaledDotProductOptions,
  TensorLike,
} from '../types/index.js';

export function scaledDotProductAttention(
  memory: Memory,
  given: ScaledDotProductOptions,
): AttentionResult {
  const options = readOptions(tables.scaledDotProductAttention, given);
  const { isCausal, causalOffset, scale, temperature, softcap, dropoutP, seed } =
    attentionSwitches(options);
  const { needWeights, out } = options;
  return withHandles(memory, (handles) => {
    const query = handles.operand(options.query, 'query');
    const key = handles.tensor(options.key, 'key');
    const value = handles.operand(options.value, 'value');
    const { attnMask, keyPaddingMask, dropoutMask } = attentionMasks(handles, options);
    const place = out === undefined ? resultPlace(handles, query, value) : undefined;
    const result = memory.module.scaledDotProductAttention(
      query.handle,
      key,
      value.handle,
      attnMask.handle,
      keyPaddingMask.handle,
      dropoutMask.handle,
      isCausal,
      causalOffset,
      scale ?? NaN,
      temperature,
      softcap ?? 0,
      dropoutP,
      seed,
      needWeights,
      place ? place.handle : handles.out(out),
    );
    memory.check(result);
    if (!place) return attentionResult(memory, needWeights, out);
    // First what nobody else releases.
    const weights = needWeights && { weights: memory.take(1) };
    return { output: { shape: [...place.shape], data: memory.copy(place) }, ...weights };
  });
}

/** The place of a small result, which is copied out at once: a new tensor takes longer than a sentence's attention. */
function resultPlace(handles: Handles, query: Operand, value: Operand) {
  if (query.shape.length === 0) return undefined;
  const shape = [...query.shape.slice(0, -1), value.shape.at(-1) ?? 0];
  return isPooled(shape) ? handles.borrow(shape, 'out') : undefined;
}

export function multiHeadAttention(memory: Memory, given: MultiHeadOptions): AttentionResult {
  const options = readOptions(tables.multiHeadAttention, given);
  const { query, key = query, value = key, numHeads, needWeights, out } = options;
  return withHandles(memory, (handles) => {
    const queries = handles.operand(query, 'query');
    const request = handles.request({
      ...attentionSwitches(options),
      ...projectionHandles(handles, options, numHeads, options.outputProjection),
      query: new Given(queries.handle),
      key: new Given(handles.tensor(key, 'key')),
      value: new Given(handles.tensor(value, 'value')),
      numHeads,
      ...attentionMasks(handles, options),
      needWeights,
      out: new Given(handles.out(out)),
    });
    // The core reads [T, D] as a batch of one, so it would accept an `out` of [1, T, D].
    if (out && out.shape.length !== queries.shape.length) {
      fail('shape', 'out', shapeText(out.shape), `${queries.shape.length} axes, as query has`);
    }
    memory.check(memory.module.multiHeadAttention(request));
    return attentionResult(memory, needWeights, out);
  });
}

function attentionResult(
  memory: Memory,
  needWeights: boolean,
  out: ResidentTensor | undefined,
): AttentionResult {
  if (out || !needWeights) {
    const output = memory.result(out);
    return needWeights ? { output, weights: memory.take(1) } : { output };
  }
  const [output, weights] = memory.takeBoth();
  return { output, weights };
}

/** Makes [T, D] a batch of one; the second result says whether it did. */
export function batched(tensor: TensorLike | undefined, argument: string): [Numbers, boolean] {
  const numbers = toNumbers(tensor, argument);
  if (numbers.shape.length !== 2) return [numbers, false];
  return [{ shape: [1, ...numbers.shape], data: numbers.data }, true];
}

type AttentionSwitches = Pick<
  Read<ScaledDotProductOptions, typeof tables.scaledDotProductAttention>,
  | 'isCausal'
  | 'causalOffset'
  | 'scale'
  | 'temperature'
  | 'softcap'
  | 'dropoutP'
  | 'training'
  | 'seed'
>;

/** The options that every kind of attention takes, as the core reads them. */
export function attentionSwitches(options: AttentionSwitches) {
  const { isCausal, causalOffset, scale, temperature, softcap } = options;
  const { dropoutP, training, seed } = options;
  return {
    isCausal,
    causalOffset,
    scale,
    temperature,
    softcap,
    dropoutP: training ? dropoutP : 0,
    // Only a fault reads it.
    idleDropoutP: training || dropoutP === 0 ? undefined : dropoutP,
    seed,
  };
}

/** The masks that every kind of attention takes; that of dropout acts only in training. */
export function attentionMasks(
  handles: Handles,
  options: Pick<
    ScaledDotProductOptions,
    'attnMask' | 'keyPaddingMask' | 'dropoutMask' | 'training'
  >,
) {
  const kept = handles.kept(options.dropoutMask, 'dropoutMask');
  return {
    attnMask: new Given(handles.mask(options.attnMask, 'attnMask')),
    keyPaddingMask: new Given(handles.mask(options.keyPaddingMask, 'keyPaddingMask')),
    dropoutMask: new Given(options.training ? kept : 0),
  };
}

/**
 * Those of all heads; errors name each matrix by `prefix` and its name. W_o may only be left out where `outputProjection`
 * says so: undefined stands for a function that does not have this option.
 */
export function projectionHandles(
  handles: Handles,
  matrices: Partial<ProjectionMatrices>,
  heads: number,
  outputProjection: boolean | undefined,
  prefix = '',
) {
  type Weight = 'wq' | 'wk' | 'wv' | 'wo';
  type Bias = 'bq' | 'bk' | 'bv';
  const whole = (name: Weight | Bias, arrangement: Arrangement) =>
    joined(matrices[name], prefix + name, heads, arrangement);
  const weight = (name: Weight, arrangement: Arrangement) =>
    new Given(handles.weight(whole(name, arrangement), prefix + name));
  const bias = (name: Bias) => new Given(handles.optional(whole(name, 'vector'), prefix + name));
  const inner = {
    wq: weight('wq', 'columns'),
    wk: weight('wk', 'columns'),
    wv: weight('wv', 'columns'),
    bq: bias('bq'),
    bk: bias('bk'),
    bv: bias('bv'),
  };
  if (outputProjection === false) {
    refuse(matrices, ['wo', 'bo'], 'outputProjection is false');
    return inner;
  }
  if (outputProjection && matrices.wo === undefined) {
    fail('missing', 'wo', 'nothing', 'a tensor, or outputProjection: false');
  }
  return {
    ...inner,
    wo: weight('wo', 'rows'),
    bo: new Given(handles.optional(matrices.bo, `${prefix}bo`)),
  };
}

/** The required parameters that a table lists; errors name each by `prefix` and its name. */
export function readMatrices<Matrices extends object>(
  table: Table,
  value: Matrices | undefined,
  argument: string,
  expected: string,
  prefix = '',
): Partial<Matrices> {
  if (value === undefined) fail('missing', argument, 'nothing', expected);
  requireObject(value, argument, expected);
  return readGiven(table, value, argument, prefix) as Partial<Matrices>;
}
