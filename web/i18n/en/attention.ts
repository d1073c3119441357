import type { StepText } from '../step-text.js';

/** Steps of one layer of attention. */
export const attentionSteps = {
  ids: {
    title: 'Token ids',
    text: 'Each token is replaced by the number of its row in the embedding table. The size of that number means nothing.',
  },
  embedding_table: {
    title: 'Embedding table',
    text: 'One row of numbers for each token of the vocabulary. Random rows are drawn by the token’s own text and the seed, so changing one word leaves the other rows alone; training gives them meaning.',
  },
  embedding: {
    title: 'Token embeddings',
    text: 'For each token, row id of the embedding table is copied. The same token gets the same vector wherever it occurs.',
  },
  position_encoding: {
    title: 'Sinusoidal positions',
    text: 'Each position gets its own pattern: sines in even columns, cosines in odd ones. From left to right they turn slower and slower. Attention by itself cannot tell first from last; nothing here is learned.',
  },
  source_embedding_table: {
    title: 'Embedding table of the source',
    text: 'One row for each token of the source, which has tokens of its own. The target’s rows are in the other table.',
  },
  rotated_queries: {
    title: 'Rotated queries',
    text: 'Every query is turned by its position. The cells i and i + d/2 of a head are a point that rotates, fast in the first pairs and slowly in the last. Nothing was added to the embeddings.',
  },
  rotated_keys: {
    title: 'Rotated keys',
    text: 'Every key is turned by its position, as the queries are. So a score depends on how far apart query and key stand, not on where they stand. A cache keeps keys as they are here.',
  },
  first_head: {
    title: 'The first head’s scores',
    text: 'Only the first head points; this is its part of the scores, in the same memory.',
  },
  pointer_scores: {
    title: 'Pointer scores',
    text: 'At every position one score for each position of the sentence. The model answers with a place, not with a word. Nothing else of the last layer is needed, so it ends here.',
  },
  position_table: {
    title: 'Learned positions',
    text: 'One row for each position, a parameter like any other, as in BERT and GPT-2. Random rows take shape only in training.',
  },
  x: {
    title: 'Word vectors with positions',
    text: 'Embedding and position are added, number by number. From here on each row tells both which token it is and where it is.',
  },
  given_x: {
    title: 'Given word vectors',
    text: 'One row of numbers for each token, used as given: no table was looked up.',
  },
  w_q: {
    title: 'Query matrix',
    text: 'The parameter that turns word vectors into queries. It is written [in, out], as in Q = X W_q; all heads lie side by side in its columns.',
  },
  w_k: {
    title: 'Key matrix',
    text: 'The parameter that turns word vectors into keys. All heads lie side by side in its columns.',
  },
  w_v: {
    title: 'Value matrix',
    text: 'The parameter that turns word vectors into values, the content that is passed on. All heads lie side by side in its columns.',
  },
  w_o: {
    title: 'Output matrix',
    text: 'The parameter that mixes the heads: from all of them side by side to the width of the output.',
  },
  b_q: {
    title: 'Query bias',
    text: 'One number per column, added to every query. Many models start it at zero, where it changes nothing.',
  },
  b_k: {
    title: 'Key bias',
    text: 'One number per column, added to every key. It adds the same amount to all scores of a query, and softmax takes that out again, so it never changes the weights.',
  },
  b_v: {
    title: 'Value bias',
    text: 'One number per column, added to every value. Where the weights of a row sum to 1, it reaches the output of the head unchanged.',
  },
  b_o: {
    title: 'Output bias',
    text: 'One number per column, added to every output vector after the heads have been mixed.',
  },
  q: {
    title: 'Queries',
    text: 'Each word vector is multiplied by the query matrix: what a position looks for. Its dot products with the keys become the scores.',
  },
  k: {
    title: 'Keys',
    text: 'Each word vector is multiplied by the key matrix: what a position is found by.',
  },
  v: {
    title: 'Values',
    text: 'Each word vector is multiplied by the value matrix: what a position hands over.',
  },
  q_view: {
    title: 'Queries, split into heads',
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory: the same numbers in the same order, under a new shape.',
  },
  k_view: {
    title: 'Keys, split into heads',
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory; only shape and strides are new.',
  },
  v_view: {
    title: 'Values, split into heads',
    text: 'The last axis is read as two, head and d_v. Nothing moves in memory; only shape and strides are new.',
  },
  q_transposed: {
    title: 'Queries, heads first',
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change. Going straight to this shape with view would hand a head pieces of different tokens.',
  },
  k_transposed: {
    title: 'Keys, heads first',
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  v_transposed: {
    title: 'Values, heads first',
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  scores: {
    title: 'Scores',
    text: 'Every query is multiplied by every key: one dot product for each pair. It is large when the two point the same way. Each head does this by itself.',
  },
  scaled_scores: {
    title: 'Scaled scores',
    text: 'Dividing by √d_k keeps the scores about equally large however wide a head is. If the components of queries and keys are independent with variance 1, their dot product has variance d_k; softmax would put almost all weight on one key, where its gradient vanishes.',
  },
  tempered_scores: {
    title: 'Scores by temperature',
    text: 'Divided by the temperature: above 1 the weights become more even, below 1 sharper. The order of the keys stays.',
  },
  capped_scores: {
    title: 'Capped scores',
    text: 'No score goes beyond the cap c: c · tanh(score / c). A small score hardly changes, and a very large one can no longer take the whole weight.',
  },
  causal_mask: {
    title: 'Causal mask',
    text: '0 where a query may see a key, −∞ where the key comes later. So a whole sequence can be trained at once without any position seeing what follows it.',
  },
  shifted_causal_mask: {
    title: 'Causal mask',
    text: 'A query sees the keys up to its own place plus the offset: 0 there, −∞ on those after. A positive offset counts keys that stand before the first query, as in a cache; with a negative one, a query does not even see its own key.',
  },
  lengths: {
    title: 'Sentence lengths',
    text: 'How many tokens each sentence of the batch really has; whatever comes after is padding.',
  },
  padding_mask: {
    title: 'Padding mask',
    text: '−∞ on the keys that only fill a sentence up, so that no query reads them. The sentences of a batch have one length; the mask stands on the key axis, [batch, 1, 1, key].',
  },
  custom_mask: {
    title: 'Custom mask',
    text: 'A number for every pair, added to its score: 0 lets it through, −∞ hides it. Others weaken or strengthen it. Click a cell to switch it.',
  },
  dropout_mask: {
    title: 'Mask of dropout',
    text: 'Which weights dropout keeps, as given: 1 stays, 0 is dropped. No random number decides. Click a cell to switch it.',
  },
  masked_scores: {
    title: 'Masked scores',
    text: 'The mask is added before softmax: a score of −∞ becomes a weight of exactly 0. The others share the whole of 1; masking after softmax would leave rows that sum to less.',
  },
  inverted_mask: {
    title: 'Mask, inverted',
    text: 'A mistake: what may be seen is hidden, and what is hidden may be seen. A word of a causal row then sees only words that come after it, and the last one none.',
  },
  finite_mask: {
    title: 'Mask of −10⁹',
    text: 'A mistake that mostly does nothing: exp(−10⁹) is 0 as well. In a row where every key is hidden all scores are equal, and padding gets weights of 1/S each.',
  },
  open_mask: {
    title: 'Causal mask that hides nothing',
    text: 'A mistake: 0 where −∞ should be. Each word also sees the words after it, the one that it is to predict among them.',
  },
  transposed_mask: {
    title: 'Padding mask along the queries',
    text: 'A mistake: the padding mask stands on the query axis. It empties the rows of padding, which nobody reads, and leaves the padding’s columns open to all words.',
  },
  masked_weights: {
    title: 'Weights, masked too late',
    text: 'A mistake: the mask comes after softmax, so that rows sum to less than 1. Hidden keys weigh 0, but their share is lost.',
  },
  weights: {
    title: 'Attention weights',
    text: 'Softmax turns each row into non-negative numbers that sum to 1. They say how much of each value a query takes.',
  },
  dropped_weights: {
    title: 'Weights after dropout',
    text: 'In training each weight becomes 0 with probability p; the others are divided by 1 − p. The expected sum stays 1, but one row may sum to more or less. In evaluation nothing changes.',
  },
  masked_dropped_weights: {
    title: 'Weights after dropout',
    text: 'The given mask drops weights where it is 0. Those that it keeps are divided by 1 − p, as those of a draw are.',
  },
  context: {
    title: 'Context',
    text: 'Each query takes the sum of all values, each times its weight: the output of one head.',
  },
  context_transposed: {
    title: 'Context, tokens first',
    text: 'Token and head change places again, so that the heads of a token are neighbours. Only the strides change; in memory the heads still lie apart.',
  },
  context_contiguous: {
    title: 'Context, copied in order',
    text: 'Every number is copied to its place: the heads of a token side by side in memory. The next view needs that, and strides alone cannot give it.',
  },
  concat: {
    title: 'Heads side by side',
    text: 'The heads of each token are joined into one long vector. After the copy this is again only another way of reading the same memory.',
  },
  heads_by_view: {
    title: '{of}, by view alone',
    text: 'The numbers are cut as they lie in memory: no row of a head is a token. A head gets pieces of one token after the other; token and head should have changed places first.',
  },
  concat_by_view: {
    title: '{of}, by view alone',
    text: 'The pieces of each token come back into one row, as they lie in memory. But each piece has been a query of its own, and has looked at pieces.',
  },
  output: {
    title: 'Output',
    text: 'The joined heads are multiplied by the output matrix, which mixes them. Only here does one head’s result meet another’s. Its width is mostly that of the input, so that layers can be stacked.',
  },
  head_w_q: {
    title: 'Query matrix of one head',
    text: 'The columns of the query matrix that belong to this head: a window on the same memory.',
  },
  head_w_k: {
    title: 'Key matrix of one head',
    text: 'The columns of the key matrix that belong to this head: a window on the same memory.',
  },
  head_w_v: {
    title: 'Value matrix of one head',
    text: 'The columns of the value matrix that belong to this head: a window on the same memory.',
  },
  head_b_q: {
    title: 'Query bias of one head',
    text: 'The part of the query bias that belongs to this head.',
  },
  head_b_k: {
    title: 'Key bias of one head',
    text: 'The part of the key bias that belongs to this head.',
  },
  head_b_v: {
    title: 'Value bias of one head',
    text: 'The part of the value bias that belongs to this head.',
  },
  head_q: {
    title: 'Queries of one head',
    text: 'The word vectors times this head’s own query matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_k: {
    title: 'Keys of one head',
    text: 'The word vectors times this head’s own key matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_v: {
    title: 'Values of one head',
    text: 'The word vectors times this head’s own value matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_concat: {
    title: 'Heads joined',
    text: 'The outputs of all heads are copied next to each other: one long vector per token.',
  },
  query: {
    title: 'Query vectors',
    text: 'The vectors that ask, used as given: no projection.',
  },
  key: {
    title: 'Key vectors',
    text: 'The vectors that queries are compared with, used as given: no projection.',
  },
  value: {
    title: 'Value vectors',
    text: 'The vectors that are mixed into the output, used as given: no projection.',
  },
  given_query: {
    title: 'Input of the queries',
    text: 'What becomes the queries, before W_Q. It need not be as wide as what the keys come from.',
  },
  given_key: {
    title: 'Input of the keys',
    text: 'What becomes the keys, before W_K: a sequence that may have another length than the queries.',
  },
  given_value: {
    title: 'Input of the values',
    text: 'What becomes the values, before W_V: a row for every key, of any width.',
  },
} satisfies Record<string, StepText>;

/** One matrix per projection against one per head: shown where the heads are joined. */
export const headMatrices = {
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
