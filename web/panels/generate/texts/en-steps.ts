import type { StepText } from '../../../i18n/step-text.js';

/** Choosing the next token, and the cache that saves computing the earlier ones again. */
export const steps = {
  last_position: {
    title: 'The last position',
    text: 'The row of the last token alone: it has seen the whole sequence. The token that comes next follows from it; the logits of the other rows are not needed.',
  },
  next_logits: {
    title: 'Logits of the next token',
    text: 'The last position’s row without the axis of tokens: one number for each candidate.',
  },
  tempered_logits: {
    title: 'Logits by temperature',
    text: 'Divided by the temperature: below 1 the largest gains, above 1 they come closer together. Their order stays.',
  },
  kept_logits: {
    title: 'The k largest logits',
    text: 'The k largest stay; the others become −∞, and their probability exactly 0. So unlikely tokens can never be sampled, however many of them there are.',
  },
  next_probabilities: {
    title: 'Probabilities of the next token',
    text: 'Softmax over what is left: non-negative numbers that sum to 1. Where the logit is −∞, the probability is 0.',
  },
  next_token: {
    title: 'Next token',
    text: 'Either the most probable token, or one that is sampled by the probabilities. A sample is the first token whose running sum exceeds a random number; the same seed gives the same token.',
  },
  cached_k: {
    title: 'Kept keys',
    text: 'The keys of the earlier tokens, kept from when they were computed. Under the causal mask nothing that comes later can change them, so computing them again would give the same numbers.',
  },
  cached_v: {
    title: 'Kept values',
    text: 'The values of the earlier tokens, kept like their keys. Queries need not be kept: no query is needed twice.',
  },
  new_k: {
    title: 'Keys of the new tokens',
    text: 'The keys of the tokens after the kept ones. All tokens are shown, so the earlier keys are there as well; the kept ones are used, and they are the same numbers.',
  },
  new_v: {
    title: 'Values of the new tokens',
    text: 'The values of the tokens after the kept ones, like their keys.',
  },
  k_cache: {
    title: 'Keys with the new one',
    text: 'The new token’s key is appended to the kept ones. So its query can be compared with all of them. The cache grows by one row per token.',
  },
  v_cache: {
    title: 'Values with the new one',
    text: 'The new token’s value is appended to the kept ones, in the order of the keys.',
  },
} satisfies Record<string, StepText>;
