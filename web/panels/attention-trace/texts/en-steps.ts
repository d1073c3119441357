import type { StepText } from '../../../i18n/step-text.js';

/** Steps that another program computed. */
export const steps = {
  given_weights: {
    title: 'Attention weights',
    text: 'Weights that were given, and not computed here: how much of each key’s value a query takes. They stand as they are, whether or not their rows sum to 1.',
  },
} satisfies Record<string, StepText>;
