import type { GlossaryTexts } from './terms';

export const texts: GlossaryTexts = {
  lettersTitle: 'Letters in shapes',
  letter: 'letter',
  meaning: 'how many',
  letters: [
    ['B', 'sentences in the batch'],
    ['T', 'words that ask: queries'],
    ['S', 'words that are asked: keys and values'],
    ['D', 'numbers of a word’s vector, the width of the model'],
    ['h', 'heads'],
    ['d_k', 'numbers of a query and of a key in one head, mostly D / h'],
    ['d_v', 'numbers of a value in one head, mostly D / h'],
  ],
  all: 'All terms',
  shape: 'Shape',
  lesson: 'Lesson',
  later: 'In the parts to come',
  terms: {
    attention: {
      name: 'Attention',
      said: 'A word takes numbers from other words, from each as much as its weight says. Three steps: scores, shares, mix.',
    },
    'attention-weight': {
      name: 'Attention weight',
      forms: ['attention weights?', 'weights?'],
      said: 'The share that one word takes from another, from 0 to 1. The weights of a word that asks are a row, and add up to 1.',
    },
    head: {
      name: 'Head',
      forms: ['(?:attention )?heads?'],
      said: 'A part of the network that looks around in its own way. It has queries, keys and values of its own, and makes weights of its own.',
    },
    vector: {
      name: 'Vector',
      forms: ['vectors?'],
      said: 'A list of numbers. A network has one for each word.',
    },
    'dot-product': {
      name: 'Dot product',
      forms: ['dot products?'],
      said: 'Of two vectors: multiply their numbers in pairs and add up. It is large where large numbers meet.',
    },
    score: {
      name: 'Score',
      forms: ['scores?'],
      said: 'The dot product of a query with a key: how well the two go together. Softmax makes weights of scores.',
    },
    softmax: {
      name: 'Softmax',
      said: 'Raises e to each number of a row and divides by the sum: shares that add up to 1. Only the leads between the numbers count.',
    },
    mask: {
      name: 'Mask',
      forms: ['masks?'],
      said: 'A table that is added to the scores before softmax: 0 where a word may look, −∞ where it may not. e to the −∞ is 0, so nothing is taken from there.',
    },
    query: {
      name: 'Query',
      forms: ['quer(?:y|ies)'],
      said: 'What a word looks for, as a vector. The word that asks has a row in the table of weights.',
    },
    matrix: {
      name: 'Matrix',
      forms: ['matrix', 'matrices'],
      said: 'A table of numbers. It turns one vector into another: each new number is the dot product with one column.',
    },
    key: {
      name: 'Key',
      forms: ['keys?'],
      said: 'What a word is found by, as a vector. The word that is asked has a column in the table of weights.',
    },
    symmetric: {
      name: 'Symmetric',
      said: 'The same when rows and columns are swapped. Scores are symmetric if queries and keys are made by the same matrix.',
    },
    identity: {
      name: 'Identity matrix',
      forms: ['identity(?: matrix)?'],
      said: 'Ones on the diagonal, zeros elsewhere: the matrix that leaves every vector as it is.',
    },
    value: {
      name: 'Value',
      forms: ['values?'],
      said: 'What a word hands over once it is found, as a vector. The mix is made of values.',
    },
    variance: {
      name: 'Variance',
      said: 'How far numbers spread: the mean of their squared distances from the middle.',
    },
    gradient: {
      name: 'Gradient',
      forms: ['gradients?'],
      said: 'How much a result answers to a small change of a number. A network learns by it; where it is zero, learning stops.',
    },
    'scaled-dot-product-attention': {
      name: 'Scaled dot-product attention',
      said: 'Attention whose scores are divided by √d_k before softmax, so that they keep the same size however long queries and keys are.',
    },
    'positional-encoding': {
      name: 'Positional encoding',
      forms: ['positional encodings?'],
      said: 'A vector for each place in the sentence. It is added to the word there, as attention alone sees no order.',
    },
    'causal-mask': {
      name: 'Causal mask',
      forms: ['causal masks?', 'causal'],
      said: 'Hides from each word all those that come after it: −∞ above the diagonal. So a network can train on all words of a sentence at once.',
    },
    batch: {
      name: 'Batch',
      forms: ['batch(?:es)?'],
      said: 'Several sentences that go through together. They need one length.',
    },
    token: {
      name: 'Token',
      forms: ['tokens?'],
      said: 'A word, a piece of one, or a sign that stands in the place of a word. Each has a vector of its own.',
    },
    padding: {
      name: 'Padding',
      said: 'Filling up short sentences of a batch to one length, with a token that means nothing.',
    },
    'padding-mask': {
      name: 'Padding mask',
      forms: ['padding masks?'],
      said: 'Hides padding from every word, that is, whole columns of the table.',
    },
    shape: {
      name: 'Shape',
      forms: ['shapes?'],
      said: 'The sizes of a table along all of its axes, such as [2, 2, 4, 4]: sentences, heads, queries, keys.',
    },
    broadcasting: {
      name: 'Broadcasting',
      said: 'Where one table has size 1 along an axis, its number counts for every place along that axis of the other.',
    },
    nan: {
      name: 'NaN',
      said: 'Not a number: zero divided by zero, for example. Whatever is computed with it is NaN, too.',
    },
    axis: {
      name: 'Axis',
      forms: ['axis', 'axes'],
      said: 'A direction of a table: batch, head, query, key. Softmax runs along the last one, the keys, so rows add up to 1 and columns need not.',
    },
    dropout: {
      name: 'Dropout',
      said: 'In training, throws numbers away at random and makes the others larger to make up for it. A finished model throws nothing away.',
    },
    memory: {
      name: 'Memory',
      forms: ['memory'],
      said: 'One long strip of numbers. A table of any shape is that strip, and a way to read it.',
    },
    view: {
      name: 'view',
      code: 'view',
      said: 'Gives the same numbers in memory another shape. It moves nothing, and cannot swap axes.',
    },
    stride: {
      name: 'Stride',
      forms: ['strides?'],
      said: 'For an axis, how many numbers of memory lie between one place and the next.',
    },
    transpose: {
      name: 'transpose',
      code: 'transpose',
      said: 'Lets two axes change places: their sizes and their strides. It moves no number.',
    },
    contiguous: {
      name: 'contiguous',
      code: 'contiguous',
      said: 'Copies the numbers into new memory, in the order in which they are read. After it, a view fits again.',
    },
    parameter: {
      name: 'Parameter',
      forms: ['parameters?'],
      said: 'A number that training changes, such as those of W_Q, W_K, W_V and W_O.',
    },
    'multi-head-attention': {
      name: 'Multi-head attention',
      said: 'Several heads side by side, each with a few columns of every word. W_O mixes what they have found.',
    },
    'self-attention': {
      name: 'Self-attention',
      said: 'Queries, keys and values come from the same sentence.',
    },
    'cross-attention': {
      name: 'Cross-attention',
      said: 'Queries come from one sentence, keys and values from another. The table of weights need not be square.',
    },
    layer: {
      name: 'Layer',
      forms: ['layers?'],
      said: 'One round of attention and feed-forward network. A Transformer has several, one after the other, each with parameters of its own.',
    },
    'residual-connection': {
      name: 'Residual connection',
      forms: ['residual connections?', 'residuals?'],
      said: 'What goes into a part is added to what comes out of it, so nothing is lost on the way.',
    },
    'layer-norm': {
      name: 'Layer normalization',
      forms: ['layer normali[sz]ation', 'layer norm'],
      said: 'Brings the numbers of each word to mean 0 and variance 1, then stretches and moves them by learned parameters.',
    },
    'feed-forward': {
      name: 'Feed-forward network',
      forms: ['feed-forward networks?', 'feed-forward'],
      said: 'Two matrices with a bend between them, for each word by itself. Attention moves numbers between words; this works on what has come.',
    },
    encoder: {
      name: 'Encoder',
      forms: ['encoders?'],
      said: 'The half of a Transformer that reads. Every word may look at all others.',
    },
    decoder: {
      name: 'Decoder',
      forms: ['decoders?'],
      said: 'The half of a Transformer that writes, word after word: with a causal mask on what it has written, and cross-attention to what was read.',
    },
    'kv-cache': {
      name: 'KV cache',
      said: 'Keys and values of the words so far, kept while a network writes: they do not change when a word is added.',
    },
    tile: {
      name: 'Tile',
      forms: ['tiles?'],
      said: 'A small piece of the table of scores. With a running maximum and sum, softmax can be done tile by tile, and the whole table is never stored.',
    },
    loss: {
      name: 'Loss',
      forms: ['loss(?:es)?'],
      said: 'How wrong the answers are, as one number. Training makes it smaller.',
    },
    'learning-rate': {
      name: 'Learning rate',
      forms: ['learning rates?'],
      said: 'How far each step of training changes the parameters.',
    },
    backward: {
      name: 'Backward pass',
      forms: ['backward pass(?:es)?'],
      said: 'From the loss back through every step: the gradient of each number comes from those of the steps after it.',
    },
    adamw: {
      name: 'AdamW',
      said: 'A rule for the step downhill: it keeps running means of each gradient and of its square, and pulls parameters a little towards zero.',
    },
  },
};
