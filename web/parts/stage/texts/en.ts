/** One matrix per projection against one per head: shown where the heads are joined. */
export const texts = {
  title: 'One matrix, or one for each head?',
  same: 'The same layer, computed both ways: all cells of {steps} are equal to the last bit.',
  close:
    'The same layer, computed both ways: {steps} differ by at most {difference}; rounding may explain {tolerance}.',
  apart:
    'Computed both ways, {steps} differ by {difference}, more than the {tolerance} of rounding.',
  count:
    'Q, K and V take {combined} matrices when the heads share them, {separate} when each head has its own: $x[W_1, W_2] = [xW_1, xW_2]$.',
  dropout:
    'With dropout on, the two ways drop different weights, so they are not compared. Choose evaluation to compare them.',
  edits: 'Some of the edited steps exist in one of the two ways only, so they are not compared.',
  and: ' and ',
};

export type Texts = Record<keyof typeof texts, string>;
