// What learners get wrong: REFERENCE.md §8. A lesson says in its frontmatter, `mistakes:`, which of them it treats.

import type { FaultName } from '../../../../engine/types/index.js';

export interface Misconception {
  what: string;
  /** The faults that show it. */
  faults: readonly FaultName[];
  /** Settings that show it, as in addresses. */
  settings?: readonly string[];
}

export const MISCONCEPTIONS: Readonly<Record<string, Misconception>> = {
  'view-transpose': {
    what: 'Why `view` then `transpose`, and not one `view`?',
    faults: ['view_without_transpose'],
  },
  'softmax-axis': { what: 'Softmax over the wrong axis', faults: ['softmax_axis'] },
  'wrong-scale': {
    what: 'Scaling by √D, √h or not at all',
    faults: ['no_scale', 'scale_by_sqrt_d', 'scale_by_sqrt_h'],
    settings: ['experiment=scale'],
  },
  'padding-axis': {
    what: 'The padding mask broadcast on the wrong axis; causal is not padding',
    faults: ['padding_on_queries'],
    settings: ['mask=causal', 'mask=padding'],
  },
  'mask-after-softmax': {
    what: 'Masking after softmax instead of before',
    faults: ['mask_after_softmax'],
  },
  dropout: { what: 'Dropout left on in evaluation', faults: ['dropout_in_evaluation'] },
  'norm-order': {
    what: 'Pre-norm against post-norm',
    faults: [],
    settings: ['norm=pre', 'norm=post'],
  },
  'mask-meaning': { what: 'What True means in a mask', faults: ['mask_inverted'] },
  'finite-mask': {
    what: 'A very low number instead of −∞, in a row that may look nowhere',
    faults: ['finite_mask'],
  },
};
