import type { StepText } from '../../../i18n/step-text.js';

/** Steps of an optimiser’s update. `{through}` is the title of the parameter. */
export const steps = {
  accumulated_gradient: {
    title: 'Gradient: {through}, of earlier batches',
    text: 'The sum of what earlier batches of this update gave. Their passes are over; only this sum was kept.',
  },
  summed_gradient: {
    title: 'Gradient: {through}, of all batches',
    text: 'The last batch is added to the earlier ones.',
  },
  mean_gradient: {
    title: 'Gradient: {through}, mean',
    text: 'The sum divided by the number of batches. So the size of a gradient does not depend on how many there were.',
  },
  square_sum: {
    title: 'Sum of squares of the gradient: {through}',
    text: 'All cells of this gradient, squared and added up: its share of the global norm.',
  },
  norm_of_squares: {
    title: 'Sum of squares of all gradients',
    text: 'The shares of all parameters together.',
  },
  gradient_norm: {
    title: 'Norm of all gradients',
    text: 'The length of the gradient, if all parameters are taken as one long vector.',
  },
  clip_factor: {
    title: 'Clip factor',
    text: 'All gradients are multiplied by this number. It is 1 unless their norm is larger than allowed.',
  },
  clipped_gradient: {
    title: 'Clipped gradient: {through}',
    text: 'The gradient after clipping: shorter if the norm was too large, in the same direction.',
  },
  first_moment: {
    title: 'Mean of gradients so far: {through}',
    text: 'AdamW’s m as the last update left it; 0 at first.',
  },
  kept_first_moment: {
    title: 'What stays of m: {through}',
    text: 'The old mean times β₁: earlier gradients fade by this share with every update.',
  },
  added_first_moment: {
    title: 'What is added to m: {through}',
    text: 'This batch’s gradient times 1 − β₁.',
  },
  next_first_moment: {
    title: 'Mean of gradients, m: {through}',
    text: 'A moving mean. What one batch says by chance averages out; what all batches say stays.',
  },
  squared_gradient: {
    title: 'Squared gradient: {through}',
    text: 'How large each cell’s gradient is, whatever its sign.',
  },
  second_moment: {
    title: 'Mean of squares so far: {through}',
    text: 'AdamW’s v as the last update left it; 0 at first.',
  },
  kept_second_moment: {
    title: 'What stays of v: {through}',
    text: 'The old mean of squares times β₂.',
  },
  added_second_moment: {
    title: 'What is added to v: {through}',
    text: 'This batch’s squares times 1 − β₂.',
  },
  next_second_moment: {
    title: 'Mean of squares, v: {through}',
    text: 'A moving mean of the squares: how large this cell’s gradients usually are.',
  },
  corrected_first_moment: {
    title: 'Corrected mean: {through}',
    text: 'Divided by 1 − β₁ᵗ. The moving mean began at 0 and would be too small in the first updates.',
  },
  corrected_second_moment: {
    title: 'Corrected mean of squares: {through}',
    text: 'Divided by 1 − β₂ᵗ, for the same reason as m.',
  },
  root_of_moment: {
    title: 'Usual size of the gradient: {through}',
    text: 'The root of the mean square, in the unit of the gradient again.',
  },
  epsilon: {
    title: 'Epsilon',
    text: 'A small number that keeps the division away from 0.',
  },
  update_divisor: {
    title: 'Divisor: {through}',
    text: 'The usual size of the gradient, and ε.',
  },
  update_direction: {
    title: 'Direction of the update: {through}',
    text: 'The mean gradient over its usual size. Where gradients agree this is close to 1 or −1, however small they are; where they contradict each other, close to 0.',
  },
  decayed_gradient: {
    title: 'Weight decay: {through}',
    text: 'The weight times λ: what pulls it to 0.',
  },
  gradient_with_decay: {
    title: 'Gradient with weight decay: {through}',
    text: 'In SGD weight decay is part of the gradient.',
  },
  velocity: {
    title: 'Velocity so far: {through}',
    text: 'SGD’s sum of gradients as the last update left it; 0 at first.',
  },
  kept_velocity: {
    title: 'What stays of the velocity: {through}',
    text: 'The old velocity times the momentum μ.',
  },
  next_velocity: {
    title: 'Velocity: {through}',
    text: 'Gradients that agree add up to a high speed; those that contradict each other cancel.',
  },
  decayed_weight: {
    title: 'Decayed weight: {through}',
    text: 'Times 1 − ηλ: a little closer to 0. AdamW decays weights apart from their gradients.',
  },
  weight_change: {
    title: 'Change: {through}',
    text: 'The direction times −η, the learning rate: against the gradient, downhill.',
  },
  new_weight: {
    title: 'New weight: {through}',
    text: 'The weight after this update. The next batch’s pass reads it.',
  },
} satisfies Record<string, StepText>;
