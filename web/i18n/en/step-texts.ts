import type { steps } from './steps.js';

/** What other steps than the first one do and why: see `StepText`. */
export const stepTexts: Record<Exclude<keyof typeof steps, 'weights'>, { text: string }> = {
  ids: {
    text: 'Each token is replaced by the number of its row in the embedding table. The size of that number means nothing.',
  },
  embedding_table: {
    text: 'One row of numbers for each token of the vocabulary. Random rows are drawn by the token’s own text and the seed, so changing one word leaves the other rows alone; training gives them meaning.',
  },
  embedding: {
    text: 'For each token, row id of the embedding table is copied. The same token gets the same vector wherever it occurs.',
  },
  position_encoding: {
    text: 'Each position gets its own pattern: sines in even columns, cosines in odd ones. From left to right they turn slower and slower. Attention by itself cannot tell first from last; nothing here is learned.',
  },
  source_embedding_table: {
    text: 'One row for each token of the source, which has tokens of its own. The target’s rows are in the other table.',
  },
  rotated_queries: {
    text: 'Every query is turned by its position. The cells i and i + d/2 of a head are a point that rotates, fast in the first pairs and slowly in the last. Nothing was added to the embeddings.',
  },
  rotated_keys: {
    text: 'Every key is turned by its position, as the queries are. So a score depends on how far apart query and key stand, not on where they stand. A cache keeps keys as they are here.',
  },
  first_head: {
    text: 'Only the first head points; this is its part of the scores, in the same memory.',
  },
  pointer_scores: {
    text: 'At every position one score for each position of the sentence. The model answers with a place, not with a word. Nothing else of the last layer is needed, so it ends here.',
  },
  position_table: {
    text: 'One row for each position, a parameter like any other, as in BERT and GPT-2. Random rows take shape only in training.',
  },
  x: {
    text: 'Embedding and position are added, number by number. From here on each row tells both which token it is and where it is.',
  },
  given_x: { text: 'One row of numbers for each token, used as given: no table was looked up.' },
  w_q: {
    text: 'The parameter that turns word vectors into queries. It is written [in, out], as in Q = X W_q; all heads lie side by side in its columns.',
  },
  w_k: {
    text: 'The parameter that turns word vectors into keys. All heads lie side by side in its columns.',
  },
  w_v: {
    text: 'The parameter that turns word vectors into values, the content that is passed on. All heads lie side by side in its columns.',
  },
  w_o: {
    text: 'The parameter that mixes the heads: from all of them side by side to the width of the output.',
  },
  b_q: {
    text: 'One number per column, added to every query. Many models start it at zero, where it changes nothing.',
  },
  b_k: {
    text: 'One number per column, added to every key. It adds the same amount to all scores of a query, and softmax takes that out again, so it never changes the weights.',
  },
  b_v: {
    text: 'One number per column, added to every value. Where the weights of a row sum to 1, it reaches the output of the head unchanged.',
  },
  b_o: {
    text: 'One number per column, added to every output vector after the heads have been mixed.',
  },
  q: {
    text: 'Each word vector is multiplied by the query matrix: what a position looks for. Its dot products with the keys become the scores.',
  },
  k: { text: 'Each word vector is multiplied by the key matrix: what a position is found by.' },
  v: { text: 'Each word vector is multiplied by the value matrix: what a position hands over.' },
  q_view: {
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory: the same numbers in the same order, under a new shape.',
  },
  k_view: {
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory; only shape and strides are new.',
  },
  v_view: {
    text: 'The last axis is read as two, head and d_v. Nothing moves in memory; only shape and strides are new.',
  },
  q_transposed: {
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change. Going straight to this shape with view would hand a head pieces of different tokens.',
  },
  k_transposed: {
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  v_transposed: {
    text: 'Token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  heads_by_view: {
    text: 'The numbers are cut as they lie in memory: no row of a head is a token. A head gets pieces of one token after the other; token and head should have changed places first.',
  },
  concat_by_view: {
    text: 'The pieces of each token come back into one row, as they lie in memory. But each piece has been a query of its own, and has looked at pieces.',
  },
  scores: {
    text: 'Every query is multiplied by every key: one dot product for each pair. It is large when the two point the same way. Each head does this by itself.',
  },
  scaled_scores: {
    text: 'Dividing by √d_k keeps the scores about equally large however wide a head is. If the components of queries and keys are independent with variance 1, their dot product has variance d_k; softmax would put almost all weight on one key, where its gradient vanishes.',
  },
  tempered_scores: {
    text: 'Divided by the temperature: above 1 the weights become more even, below 1 sharper. The order of the keys stays.',
  },
  capped_scores: {
    text: 'No score goes beyond the cap c: c · tanh(score / c). A small score hardly changes, and a very large one can no longer take the whole weight.',
  },
  causal_mask: {
    text: '0 where a query may see a key, −∞ where the key comes later. So a whole sequence can be trained at once without any position seeing what follows it.',
  },
  shifted_causal_mask: {
    text: 'A query sees the keys up to its own place plus the offset: 0 there, −∞ on those after. A positive offset counts keys that stand before the first query, as in a cache; with a negative one, a query does not even see its own key.',
  },
  lengths: {
    text: 'How many tokens each sentence of the batch really has; whatever comes after is padding.',
  },
  padding_mask: {
    text: '−∞ on the keys that only fill a sentence up, so that no query reads them. The sentences of a batch have one length; the mask stands on the key axis, [batch, 1, 1, key].',
  },
  custom_mask: {
    text: 'A number for every pair, added to its score: 0 lets it through, −∞ hides it. Others weaken or strengthen it. Click a cell to switch it.',
  },
  dropout_mask: {
    text: 'Which weights dropout keeps, as given: 1 stays, 0 is dropped. No random number decides. Click a cell to switch it.',
  },
  masked_scores: {
    text: 'The mask is added before softmax: a score of −∞ becomes a weight of exactly 0. The others share the whole of 1; masking after softmax would leave rows that sum to less.',
  },
  inverted_mask: {
    text: 'A mistake: what may be seen is hidden, and what is hidden may be seen. A word of a causal row then sees only words that come after it, and the last one none.',
  },
  finite_mask: {
    text: 'A mistake that mostly does nothing: exp(−10⁹) is 0 as well. In a row where every key is hidden all scores are equal, and padding gets weights of 1/S each.',
  },
  transposed_mask: {
    text: 'A mistake: the padding mask stands on the query axis. It empties the rows of padding, which nobody reads, and leaves the padding’s columns open to all words.',
  },
  masked_weights: {
    text: 'A mistake: the mask comes after softmax, so that rows sum to less than 1. Hidden keys weigh 0, but their share is lost.',
  },
  dropped_weights: {
    text: 'In training each weight becomes 0 with probability p; the others are divided by 1 − p. The expected sum stays 1, but one row may sum to more or less. In evaluation nothing changes.',
  },
  masked_dropped_weights: {
    text: 'The given mask drops weights where it is 0. Those that it keeps are divided by 1 − p, as those of a draw are.',
  },
  context: {
    text: 'Each query takes the sum of all values, each times its weight: the output of one head.',
  },
  context_transposed: {
    text: 'Token and head change places again, so that the heads of a token are neighbours. Only the strides change; in memory the heads still lie apart.',
  },
  context_contiguous: {
    text: 'Every number is copied to its place: the heads of a token side by side in memory. The next view needs that, and strides alone cannot give it.',
  },
  concat: {
    text: 'The heads of each token are joined into one long vector. After the copy this is again only another way of reading the same memory.',
  },
  output: {
    text: 'The joined heads are multiplied by the output matrix, which mixes them. Only here does one head’s result meet another’s. Its width is mostly that of the input, so that layers can be stacked.',
  },
  head_w_q: {
    text: 'The columns of the query matrix that belong to this head: a window on the same memory.',
  },
  head_w_k: {
    text: 'The columns of the key matrix that belong to this head: a window on the same memory.',
  },
  head_w_v: {
    text: 'The columns of the value matrix that belong to this head: a window on the same memory.',
  },
  head_b_q: { text: 'The part of the query bias that belongs to this head.' },
  head_b_k: { text: 'The part of the key bias that belongs to this head.' },
  head_b_v: { text: 'The part of the value bias that belongs to this head.' },
  head_q: {
    text: 'The word vectors times this head’s own query matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_k: {
    text: 'The word vectors times this head’s own key matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_v: {
    text: 'The word vectors times this head’s own value matrix. One combined matrix, split into heads afterwards, gives the same numbers.',
  },
  head_concat: {
    text: 'The outputs of all heads are copied next to each other: one long vector per token.',
  },
  query: { text: 'The vectors that ask, used as given: no projection.' },
  key: { text: 'The vectors that queries are compared with, used as given: no projection.' },
  value: { text: 'The vectors that are mixed into the output, used as given: no projection.' },
  given_query: {
    text: 'What becomes the queries, before W_Q. It need not be as wide as what the keys come from.',
  },
  given_key: {
    text: 'What becomes the keys, before W_K: a sequence that may have another length than the queries.',
  },
  given_value: { text: 'What becomes the values, before W_V: a row for every key, of any width.' },
};
