import type { StepText } from '../../../i18n/step-text.js';

/** What dividing by √d_k is for, measured on random queries and keys. */
export const steps = {
  study_q: {
    title: 'Random queries',
    text: 'Random numbers by seed, independent, with mean 0 and variance 1. This is what the paper’s footnote assumes.',
  },
  study_k: {
    title: 'Random keys',
    text: 'Random like the queries and independent of them: mean 0 and variance 1.',
  },
  study_scores: {
    title: 'Scores, not scaled',
    text: 'Each score is a sum of d_k products, each with mean 0 and variance 1. Variances of independent numbers add up, so that of a score is d_k.',
  },
  study_scaled_scores: {
    title: 'Scores, scaled',
    text: 'The same scores divided by √d_k: their variance is about 1 whatever d_k is.',
  },
  study_weights: {
    title: 'Weights, not scaled',
    text: 'Softmax of the scores as they are. The larger d_k, the farther the scores lie apart and the more of the weight falls to a single key.',
  },
  study_scaled_weights: {
    title: 'Weights, scaled',
    text: 'Softmax of the scaled scores: spread about as evenly for a large d_k as for a small one.',
  },
  study_all: {
    title: 'All in one row',
    text: 'The same numbers read as one row, to take one mean and one variance of all of them. Nothing moves in memory.',
  },
  study_mean: {
    title: 'Mean of the scores',
    text: 'Expected 0, since positive and negative products are equally likely. What is left of it is chance, and less with more scores.',
  },
  study_variance: {
    title: 'Variance of the scores',
    text: 'Expected d_k. The measured number lies near it and depends on the seed.',
  },
  study_entropy: {
    title: 'Entropy, not scaled',
    text: 'How evenly a row shares its weight: ln n if all n keys share equally, 0 if one has all.',
  },
  study_gradient: {
    title: 'Gradient of softmax, not scaled',
    text: 'The trace of softmax’s Jacobian for each row. Near 0, a small change of a score hardly changes any weight, and learning gets hardly any signal through it.',
  },
  study_scaled_mean: {
    title: 'Mean of the scaled scores',
    text: 'The mean of the scores divided by √d_k; expected 0 like it.',
  },
  study_scaled_variance: {
    title: 'Variance of the scaled scores',
    text: 'Expected 1, whatever d_k is.',
  },
  study_scaled_entropy: {
    title: 'Entropy, scaled',
    text: 'How evenly a row shares its weight after scaling, in nats: at most ln n.',
  },
  study_scaled_gradient: {
    title: 'Gradient of softmax, scaled',
    text: 'The same trace after scaling: the weights still follow changes of the scores.',
  },
  study_mean_entropy: {
    title: 'Mean entropy, not scaled',
    text: 'The entropy averaged over the queries: one number for this d_k.',
  },
  study_mean_gradient: {
    title: 'Mean gradient, not scaled',
    text: 'The trace of the Jacobian averaged over the queries: one number for this d_k.',
  },
  study_scaled_mean_entropy: {
    title: 'Mean entropy, scaled',
    text: 'The entropy after scaling, averaged over the queries.',
  },
  study_scaled_mean_gradient: {
    title: 'Mean gradient, scaled',
    text: 'The trace of the Jacobian after scaling, averaged over the queries.',
  },
} satisfies Record<string, StepText>;
