import { describe, fail, unwrap } from './errors.js';
import { withHandles, type Handles } from './handles.js';
import type { CoreModule, RawAttention } from './module.js';
import { attentionSwitches, flag, requireObject, whole } from './options.js';
import { toMask, toNumbers, toTensor, type Numbers } from './tensors.js';
import type {
  AttentionResult,
  MaskLike,
  MultiHeadOptions,
  ProjectionMatrices,
  ScaledDotProductOptions,
  Tensor,
  TensorLike,
} from './types.js';

export function scaledDotProductAttention(
  module: CoreModule,
  options: ScaledDotProductOptions,
): AttentionResult {
  requireObject(options, 'options');
  return withHandles(module, (handles) => {
    const request = handles.request({
      ...attentionSwitches(options),
      query: handles.tensor(options.query, 'query'),
      key: handles.tensor(options.key, 'key'),
      value: handles.tensor(options.value, 'value'),
      attnMask: handles.mask(options.attnMask, 'attnMask'),
      needWeights: flag(options.needWeights, true, 'needWeights'),
    });
    return toResult(unwrap(module.scaledDotProductAttention(request)));
  });
}

export function multiHeadAttention(module: CoreModule, options: MultiHeadOptions): AttentionResult {
  requireObject(options, 'options');
  const { query, key = query, value = key, keyPaddingMask } = options;
  return withHandles(module, (handles) => {
    const [q, single] = batched(query, 'query');
    const request = handles.request({
      ...attentionSwitches(options),
      ...projectionHandles(handles, options),
      query: handles.numbers(q, 'query'),
      key: handles.numbers(batched(key, 'key')[0], 'key'),
      value: handles.numbers(batched(value, 'value')[0], 'value'),
      numHeads: whole(options.numHeads, undefined, 'numHeads', 1),
      attnMask: handles.mask(options.attnMask, 'attnMask'),
      keyPaddingMask: paddingMask(handles, keyPaddingMask),
      needWeights: flag(options.needWeights, true, 'needWeights'),
    });
    const result = toResult(unwrap(module.multiHeadAttention(request)));
    return single ? withoutBatch(result) : result;
  });
}

function toResult({ output, weights }: RawAttention): AttentionResult {
  return weights
    ? { output: toTensor(output), weights: toTensor(weights) }
    : { output: toTensor(output) };
}

/** [T, D] is a batch of one; says whether it was. */
export function batched(tensor: TensorLike | undefined, argument: string): [Numbers, boolean] {
  const numbers = toNumbers(tensor, argument);
  if (numbers.shape.length !== 2) return [numbers, false];
  return [{ shape: [1, ...numbers.shape], data: numbers.data }, true];
}

/** [S] is a batch of one. */
export function paddingMask(handles: Handles, mask: MaskLike | undefined) {
  if (mask === undefined) return undefined;
  const { shape, data } = toMask(mask, 'keyPaddingMask');
  const batch = shape.length === 1 ? [1, ...shape] : shape;
  return handles.numbers({ shape: batch, data }, 'keyPaddingMask');
}

export function projectionHandles(handles: Handles, matrices: ProjectionMatrices) {
  return {
    wq: handles.tensor(matrices.wq, 'wq'),
    wk: handles.tensor(matrices.wk, 'wk'),
    wv: handles.tensor(matrices.wv, 'wv'),
    wo: handles.tensor(matrices.wo, 'wo'),
    bq: handles.optionalTensor(matrices.bq, 'bq'),
    bk: handles.optionalTensor(matrices.bk, 'bk'),
    bv: handles.optionalTensor(matrices.bv, 'bv'),
    bo: handles.optionalTensor(matrices.bo, 'bo'),
  };
}

function withoutBatch({ output, weights }: AttentionResult): AttentionResult {
  const squeeze = ({ shape, data }: Tensor): Tensor => ({ shape: shape.slice(1), data });
  return weights
    ? { output: squeeze(output), weights: squeeze(weights) }
    : { output: squeeze(output) };
}

/** Throws where something that has to be given is not an object with matrices. */
export function requireMatrices(value: unknown): asserts value is ProjectionMatrices {
  if (typeof value !== 'object' || value === null) {
    fail('type', 'projections', describe(value), 'xavier, identity, none, or { wq, wk, wv, wo }');
  }
}
