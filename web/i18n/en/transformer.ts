import type { StepText } from '../step-text.js';

/** Steps of encoder and decoder around attention, up to the loss. */
export const transformerSteps = {
  scaled_embedding: {
    title: 'Scaled embeddings',
    text: 'Every number of an embedding is multiplied by √d_model. “Attention Is All You Need”, §3.4, gives no reason; the effect is that embeddings weigh √d_model times as much beside the positions added next.',
  },
  position_rows: {
    title: 'Positions of these tokens',
    text: 'The rows of the position table for the tokens computed here: row 0 for the first token.',
  },
  dropout_round: {
    title: 'Number of the pass',
    text: 'In training every pass drops other numbers. Which ones follows from the seed and from this number, so each pass can be repeated.',
  },
  dropped_x: {
    title: 'Word vectors after dropout',
    text: 'In training each number becomes 0 with probability p; the others are divided by 1 − p. The expected value stays. In evaluation nothing changes.',
  },
  /** In place of `v` where cross-attention's values come from the source's words. */
  raw_v: {
    title: 'Values',
    text: 'The value matrix multiplies the word’s own embedding, not the encoder’s output. The textbook uses the encoder’s output, as for the keys. Here the decoder learns which word stands at a place only by looking at it, so the weights show what it reads.',
  },
  norm: {
    title: 'Layer normalisation',
    text: 'Each token’s vector by itself is brought to mean 0 and variance 1. Then it is stretched by γ and moved by β. Other tokens and other sentences play no part.',
  },
  tokens_swapped: {
    title: 'Token and feature swapped',
    text: 'A mistake: token and feature change places, and back after the norm.',
  },
  tokens_normed: {
    title: 'Normalised over the tokens',
    text: 'Each feature has mean 0 and variance 1 over all tokens of a sentence. Each token then depends on all others.',
  },
  tokens_scaled: {
    title: 'Norm over the tokens: γ and β',
    text: 'Then it is stretched by γ and moved by β.',
  },
  norm_weight: {
    title: 'γ of the layer norm',
    text: 'One number per column, by which the normalised number is multiplied. At 1 it changes nothing; it is learned like any other parameter.',
  },
  norm_bias: {
    title: 'β of the layer norm',
    text: 'One number per column, added to the normalised and stretched number. At 0 it changes nothing.',
  },
  sublayer_dropout: {
    title: 'Residual dropout',
    text: 'In training each number becomes 0 with probability p; the others are divided by 1 − p. This is done to the sublayer’s output, before it is added. In evaluation nothing changes.',
  },
  residual: {
    title: 'Residual connection',
    text: 'What the sublayer computed is added to the vectors it was given. So it learns a change to x and not a new x, and gradients have a way past it.',
  },
  ff_w_1: {
    title: 'First feed-forward matrix',
    text: 'The parameter that widens each vector from d_model to d_ff. In the paper d_ff is 4 · d_model.',
  },
  ff_b_1: {
    title: 'First feed-forward bias',
    text: 'One number per column of the hidden layer. It moves the point at which the activation bends.',
  },
  ff_hidden: {
    title: 'Hidden layer',
    text: 'Each token’s vector is multiplied by the same matrix, which widens it to d_ff. No token sees another here: only attention carries anything between them.',
  },
  ff_activation: {
    title: 'Activation',
    text: 'ReLU or GELU, number by number. Without a nonlinear activation between them the two matrices would be equal to one.',
  },
  ff_dropout: {
    title: 'Hidden layer after dropout',
    text: 'In training each number becomes 0 with probability p; the others are divided by 1 − p. In evaluation nothing changes.',
  },
  ff_w_2: {
    title: 'Second feed-forward matrix',
    text: 'The parameter that brings each vector back from d_ff to d_model.',
  },
  ff_b_2: {
    title: 'Second feed-forward bias',
    text: 'One number per column, added to the output of the feed-forward network.',
  },
  ff_output: {
    title: 'Feed-forward output',
    text: 'Each token’s hidden layer is multiplied by the second matrix. The shape is again that of x, so that the two can be added.',
  },
  w_vocabulary: {
    title: 'Vocabulary matrix',
    text: 'One column for each token of the vocabulary. The dot product of a vector with a column says how strongly that token is suggested.',
  },
  b_vocabulary: {
    title: 'Vocabulary bias',
    text: 'One number for each token of the vocabulary, added to its logit wherever it is predicted.',
  },
  logits: {
    title: 'Logits',
    text: 'At every position one number for each token of the vocabulary. They are no probabilities yet: any size, any sign; only their differences will count.',
  },
  probabilities: {
    title: 'Probabilities',
    text: 'Softmax over the vocabulary: at every position non-negative numbers that sum to 1. With random parameters they say nothing about language.',
  },
  prediction: {
    title: 'Prediction',
    text: 'At every position the id of the most probable token; of equal ones the first.',
  },
  labels: {
    title: 'Labels',
    text: 'The right token’s id at every position; for a decoder, that of the next token. −1 marks positions that do not count, such as padding.',
  },
  pointer_labels: {
    title: 'Labels',
    text: 'The position of the right token, for every position that should point to one. −1 marks positions that do not count.',
  },
  pointer_probabilities: {
    title: 'Probabilities of positions',
    text: 'Softmax over the sentence: how much each position points to every other. These are the weights of the head that was trained to point.',
  },
  pointer_prediction: {
    title: 'Prediction',
    text: 'For every position the one that it most probably points to; of equal ones the first.',
  },
  pointer_log_probabilities: {
    title: 'Log-probabilities of positions',
    text: 'The logarithm of softmax over the sentence, without computing softmax first. Hidden positions have −∞.',
  },
  log_probabilities: {
    title: 'Log-probabilities',
    text: 'The logarithm of softmax, without computing softmax first. So a tiny probability keeps its logarithm where softmax alone would round it to 0.',
  },
  loss: {
    title: 'Loss',
    text: 'Cross-entropy: −ln of the right token’s probability, averaged over what counts. A model that holds all V tokens equally likely has a loss of ln V.',
  },
} satisfies Record<string, StepText>;
