import { faultNames } from '../../engine/faults.js';
import type { FaultName } from '../../engine/types.js';
import { hasMask, type MaskChoice } from './masks.js';

export const FAULTS = ['none', ...faultNames] as const;

/** What decides which faults can be made: settings, and lengths of sentences. */
export interface FaultSituation {
  model: string;
  projections: string;
  headMatrices: string;
  heads: number;
  mask: MaskChoice;
  scale: number | null;
  dropoutP: number;
  training: boolean;
  /** Whether sentences differ in length, so that a mask hides padding. */
  padded: boolean;
  /** Whether there are as many queries as keys. */
  square: boolean;
}

type Condition = (situation: FaultSituation) => boolean;

const isAttention: Condition = ({ model }) => model === 'attention';
const derivesScale: Condition = (one) => !isAttention(one) || one.scale === null;
const hasHeads: Condition = (one) =>
  one.heads > 1 && !(isAttention(one) && one.projections === 'none');
const hidesPadding: Condition = (one) =>
  one.padded && (!isAttention(one) || hasMask(one, 'padding'));
const isMasked: Condition = (one) =>
  isAttention(one) ? one.mask !== 'none' : one.padded || one.model !== 'encoder-only';

const NEEDS: Readonly<Record<FaultName, Condition>> = {
  softmax_axis: () => true,
  no_scale: derivesScale,
  scale_by_sqrt_d: (one) => derivesScale(one) && hasHeads(one),
  scale_by_sqrt_h: (one) => derivesScale(one) && hasHeads(one),
  mask_after_softmax: isMasked,
  padding_on_queries: (one) => hidesPadding(one) && (!isAttention(one) || one.square),
  mask_inverted: isMasked,
  view_without_transpose: (one) =>
    hasHeads(one) && (!isAttention(one) || one.headMatrices === 'combined'),
  dropout_in_evaluation: ({ dropoutP, training }) => dropoutP > 0 && !training,
  finite_mask: isMasked,
};

/** Whether a fault can be made, and makes a difference; the engine refuses some that cannot. */
export function canMake(fault: (typeof FAULTS)[number], situation: FaultSituation): boolean {
  return fault === 'none' || NEEDS[fault](situation);
}
