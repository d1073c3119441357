import { faultNames } from '../../engine/traces/faults.js';
import type { FaultName } from '../../engine/types/index.js';
import { hasMask, type MaskChoice } from './masks.js';
import { projects, widthsOf, type WidthSettings } from './widths.js';

export const FAULTS = ['none', ...faultNames] as const;

/** What decides which faults can be made: settings, and lengths of sentences. */
export interface FaultSituation extends WidthSettings {
  kind: string;
  headMatrices: string;
  bias: boolean;
  positions: string;
  normOrder: string;
  pointer: boolean;
  layers: number;
  mask: MaskChoice;
  scale: number | null;
  scaleScores: boolean;
  dropoutP: number;
  training: boolean;
  /** Whether sentences differ in length, so that a mask hides padding. */
  padded: boolean;
  /** Whether there are as many queries as keys. */
  square: boolean;
}

type Condition = (situation: FaultSituation) => boolean;

const isAttention: Condition = ({ model }) => model === 'attention';
/** Whether scores are divided by √d_k, and not by another number's root. */
const dividesBy =
  (other: (one: FaultSituation) => number): Condition =>
  (one) =>
    one.scale === null && (isAttention(one) || one.scaleScores) && widthsOf(one).dK !== other(one);
/** A pointer's last layer ends with its scores. */
const hasWeights: Condition = ({ model, pointer, layers }) =>
  !(model === 'encoder-only' && pointer && layers === 1);
const hasHeads: Condition = (one) => one.heads > 1 && projects(one);
const hidesPadding: Condition = (one) =>
  one.padded && (!isAttention(one) || hasMask(one, 'padding'));
const crosses: Condition = ({ model, kind }) =>
  model === 'attention' ? kind === 'cross' : model === 'encoder-decoder';
/** Without matrices, biases and rotations, keys and values are the same vectors. */
const keysDifferFromValues: Condition = (one) =>
  !isAttention(one) ||
  one.projections === 'xavier' ||
  (one.bias && projects(one)) ||
  (one.positions === 'rotary' && !crosses(one));
const hidesNext: Condition = (one) =>
  isAttention(one) ? hasMask(one, 'causal') : one.model !== 'encoder-only';
const isMasked: Condition = (one) =>
  isAttention(one) ? one.mask !== 'none' : one.padded || hidesNext(one);

const NEEDS: Readonly<Record<FaultName, Condition>> = {
  softmax_axis: hasWeights,
  no_scale: dividesBy(() => 1),
  scale_by_sqrt_d: dividesBy(({ dModel }) => dModel),
  // One head scaled by √1 is not scaled: that fault is offered by its other name.
  scale_by_sqrt_h: (one) => hasHeads(one) && dividesBy(({ heads }) => heads)(one),
  mask_after_softmax: (one) => isMasked(one) && hasWeights(one),
  padding_on_queries: (one) => hidesPadding(one) && (!isAttention(one) || one.square),
  mask_inverted: isMasked,
  view_without_transpose: (one) =>
    hasHeads(one) && (!isAttention(one) || one.headMatrices === 'combined'),
  dropout_in_evaluation: (one) => one.dropoutP > 0 && !one.training && hasWeights(one),
  finite_mask: isMasked,
  key_value_swapped: (one) => {
    const { dK, dV } = widthsOf(one);
    return dK === dV && keysDifferFromValues(one) && hasWeights(one);
  },
  positions_twice: ({ positions }) => positions === 'sinusoidal' || positions === 'learned',
  values_of_queries: (one) => crosses(one) && projects(one) && one.square,
  // A pointer's last layer never comes to a norm at its end.
  norm_axis: (one) =>
    !isAttention(one) && (one.normOrder === 'pre' || (one.normOrder === 'post' && hasWeights(one))),
  no_causal_mask: hidesNext,
  // Settings cut nothing into tiles.
  tile_without_rescale: () => false,
};

/** Whether a fault can be made, and makes a difference; the engine refuses some that cannot. */
export function canMake(fault: (typeof FAULTS)[number], situation: FaultSituation): boolean {
  return fault === 'none' || NEEDS[fault](situation);
}
