import type { StepText } from './steps.js';

/** Choosing the next token, and the cache that saves computing the earlier ones again. */
export const generationSteps = {
  last_position: {
    title: 'The last position',
    text: 'The row of the last token alone: it has seen the whole sequence, and the token that comes next follows from it. The logits of the other rows are not needed.',
  },
  next_logits: {
    title: 'Logits of the next token',
    text: 'The last position’s row without the axis of tokens: one number for each candidate.',
  },
  tempered_logits: {
    title: 'Logits by temperature',
    text: 'The logits are divided by the temperature. Below 1 the largest gains, above 1 the probabilities come closer together; the order stays.',
  },
  kept_logits: {
    title: 'The k largest logits',
    text: 'The k largest stay, the others become −∞, and with it their probability exactly 0. Unlikely tokens can then never be drawn, however many of them there are.',
  },
  next_probabilities: {
    title: 'Probabilities of the next token',
    text: 'Softmax over what is left: positive numbers that sum to 1, and 0 where the logit is −∞.',
  },
  next_token: {
    title: 'Next token',
    text: 'Either the most probable token, or one drawn by the probabilities: the first whose running sum exceeds the draw. The same seed draws the same token.',
  },
  cached_k: {
    title: 'Kept keys',
    text: 'The keys of the earlier tokens, kept from when they were computed. Under the causal mask nothing that comes later can change them, so computing them again would give the same numbers.',
  },
  cached_v: {
    title: 'Kept values',
    text: 'The values of the earlier tokens, kept like their keys. Queries need not be kept: those of earlier tokens are never asked again.',
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
    text: 'The new token’s key is appended to the kept ones, so that its query can be compared with all of them. The cache grows by one row a token.',
  },
  v_cache: {
    title: 'Values with the new one',
    text: 'The new token’s value is appended to the kept ones, in the order of the keys.',
  },
} satisfies Record<string, StepText>;
