/** What a person reads about a kind of step: its name, and in one to three sentences what happens and why. */
export interface StepText {
  title: string;
  text: string;
}

export const steps = {
  ids: {
    title: 'Token ids',
    text: 'Each token is looked up in the vocabulary and becomes a whole number. The number says only which row of the embedding table to read; its size means nothing.',
  },
  embedding_table: {
    title: 'Embedding table',
    text: 'One row for every token of the vocabulary. Here a row is drawn at random from the token’s own text and the seed, so changing one word leaves the rows of the others alone; training is what would give the rows meaning.',
  },
  embedding: {
    title: 'Token embeddings',
    text: 'Row id of the embedding table is copied for every token. The same token gets the same vector wherever it stands.',
  },
  position_encoding: {
    title: 'Sinusoidal positions',
    text: 'Attention by itself cannot tell first from last, so every position gets a pattern of its own: sines in the even columns and cosines in the odd ones, slower and slower from left to right. A formula gives it; nothing is learned.',
  },
  position_table: {
    title: 'Learned positions',
    text: 'One row for every position, a parameter like any other, as in BERT and GPT-2. Here the rows are random; training would shape them.',
  },
  x: {
    title: 'Word vectors with positions',
    text: 'Embedding and position are added, number by number. From here on each row carries both which token it is and where it stands.',
  },
  given_x: {
    title: 'Given word vectors',
    text: 'One row of numbers for each token, taken as they are given: no table was looked up.',
  },
  w_q: {
    title: 'Query matrix',
    text: 'The parameter that turns word vectors into queries, written [in, out] as in Q = X W_q. All heads lie side by side in its columns.',
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
    text: 'The parameter that mixes the heads: it takes all of them side by side and gives back vectors of the model’s width.',
  },
  b_q: {
    title: 'Query bias',
    text: 'One number a column, added to every query. It starts at zero in many models; here it is drawn by seed so that its effect can be seen.',
  },
  b_k: {
    title: 'Key bias',
    text: 'One number a column, added to every key. It adds the same amount to every score of a query, and softmax takes a common amount out again, so it never changes the weights.',
  },
  b_v: {
    title: 'Value bias',
    text: 'One number a column, added to every value. As the weights of a row sum to 1, it reaches the output of the head unchanged.',
  },
  b_o: {
    title: 'Output bias',
    text: 'One number a column, added to every output vector after the heads have been mixed.',
  },
  q: {
    title: 'Queries',
    text: 'Each word vector is multiplied by the query matrix. A query is what a position looks for; its dot products with the keys become the scores.',
  },
  k: {
    title: 'Keys',
    text: 'Each word vector is multiplied by the key matrix. A key is what a position is found by.',
  },
  v: {
    title: 'Values',
    text: 'Each word vector is multiplied by the value matrix. A value is what a position hands over when it is attended to.',
  },
  q_view: {
    title: 'Queries, cut into heads',
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory: the same numbers in the same order, under a new shape.',
  },
  k_view: {
    title: 'Keys, cut into heads',
    text: 'The last axis is read as two, head and d_k. Nothing moves in memory; only shape and strides are new.',
  },
  v_view: {
    title: 'Values, cut into heads',
    text: 'The last axis is read as two, head and d_v. Nothing moves in memory; only shape and strides are new.',
  },
  q_transposed: {
    title: 'Queries, heads first',
    text: 'The axes token and head change places, so that each head has a matrix of its own. Only the strides change. Going straight to this shape with view would hand a head pieces of different tokens.',
  },
  k_transposed: {
    title: 'Keys, heads first',
    text: 'The axes token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  v_transposed: {
    title: 'Values, heads first',
    text: 'The axes token and head change places, so that each head has a matrix of its own. Only the strides change.',
  },
  scores: {
    title: 'Scores',
    text: 'Every query is multiplied with every key: one dot product for each pair, large when the two point the same way. Each head does this by itself.',
  },
  scaled_scores: {
    title: 'Scaled scores',
    text: 'If the components of queries and keys are independent with variance 1, their dot product has variance d_k. Dividing by √d_k brings it back to 1, so that softmax does not put almost all weight on one key, where its gradient vanishes.',
  },
  tempered_scores: {
    title: 'Scores by temperature',
    text: 'The scores are divided once more. A temperature above 1 makes the weights more even, one below 1 sharpens them; the order of the keys stays.',
  },
  causal_mask: {
    title: 'Causal mask',
    text: '0 where a query may see a key and −∞ where the key comes later. It lets a whole sequence be trained at once without any position seeing what follows it.',
  },
  lengths: {
    title: 'Sentence lengths',
    text: 'How many tokens each sentence of the batch really has; whatever comes after is padding.',
  },
  padding_mask: {
    title: 'Padding mask',
    text: 'Sentences of a batch are filled up to one length. −∞ on the filled-up keys keeps every query from reading them; it stands on the key axis, [batch, 1, 1, key].',
  },
  custom_mask: {
    title: 'Mask of your own',
    text: 'A number for every pair, added to its score: 0 lets it through, −∞ hides it, anything between weakens or strengthens it. Click a cell to switch it.',
  },
  masked_scores: {
    title: 'Masked scores',
    text: 'The mask is added before softmax. A score of −∞ becomes a weight of exactly 0, and the others share the whole of 1; masking after softmax would leave rows that sum to less.',
  },
  inverted_mask: {
    title: 'Mask, inverted',
    text: 'A mistake: what may be seen is hidden, and what is hidden may be seen. A word of a causal row then sees only words that come after it, and the last one none.',
  },
  finite_mask: {
    title: 'Mask of −10⁹',
    text: 'A mistake that mostly does nothing: exp(−10⁹) is 0 as well. In a row where every key is hidden all scores are equal, and padding gets weights of 1/S each.',
  },
  transposed_mask: {
    title: 'Padding mask along the queries',
    text: 'A mistake: the mask stands along the wrong axis. It empties the rows of padding, which nobody reads, and leaves the padding’s columns open to all words.',
  },
  masked_weights: {
    title: 'Weights, masked too late',
    text: 'A mistake: the mask comes after softmax. Hidden keys weigh 0, but their share of the row’s 1 is lost, so that the row sums to less.',
  },
  weights: {
    title: 'Attention weights',
    text: 'Softmax over the keys makes each row positive numbers that sum to 1: how much of each value a query takes. A row in which no key is visible gets zero weights, by this project’s definition, and a zero output.',
  },
  dropped_weights: {
    title: 'Weights after dropout',
    text: 'In training each weight is set to zero with probability p and the others are divided by 1 − p, so that the expected sum stays 1. One row may sum to more or less. In evaluation this step does nothing.',
  },
  context: {
    title: 'Context',
    text: 'Each query takes the weighted sum of all values: its row of weights times the value matrix. This is the output of one head.',
  },
  context_transposed: {
    title: 'Context, tokens first',
    text: 'Head and token change places again, so that the heads of one token stand next to each other. Only the strides change; in memory the heads still lie apart.',
  },
  context_contiguous: {
    title: 'Context, copied in order',
    text: 'The next view needs the heads of a token side by side in memory, and strides alone cannot give that. This step copies every number to its place.',
  },
  concat: {
    title: 'Heads side by side',
    text: 'The heads of each token are joined into one long vector. After the copy this is again only another way of reading the same memory.',
  },
  output: {
    title: 'Output',
    text: 'The joined heads are multiplied by the output matrix, the only place where one head’s result meets another’s. The shape is that of the input, so that layers can be stacked.',
  },
  head_w_q: {
    title: 'Query matrix of one head',
    text: 'The columns of the combined query matrix that belong to this head. It is a window on the same memory.',
  },
  head_w_k: {
    title: 'Key matrix of one head',
    text: 'The columns of the combined key matrix that belong to this head. It is a window on the same memory.',
  },
  head_w_v: {
    title: 'Value matrix of one head',
    text: 'The columns of the combined value matrix that belong to this head. It is a window on the same memory.',
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
    text: 'The word vectors times this head’s own query matrix. One combined matrix, cut into heads afterwards, gives the same numbers.',
  },
  head_k: {
    title: 'Keys of one head',
    text: 'The word vectors times this head’s own key matrix. One combined matrix, cut into heads afterwards, gives the same numbers.',
  },
  head_v: {
    title: 'Values of one head',
    text: 'The word vectors times this head’s own value matrix. One combined matrix, cut into heads afterwards, gives the same numbers.',
  },
  head_concat: {
    title: 'Heads joined',
    text: 'The outputs of all heads are copied next to each other: one long vector for each token.',
  },
  query: {
    title: 'Query vectors',
    text: 'The vectors that ask, taken as they are given: no projection.',
  },
  key: {
    title: 'Key vectors',
    text: 'The vectors that queries are compared with, taken as they are given: no projection.',
  },
  value: {
    title: 'Value vectors',
    text: 'The vectors that are mixed into the output, taken as they are given: no projection.',
  },
} satisfies Record<string, StepText>;
