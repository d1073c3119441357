/** The panel of heads on several workers. */
export const texts = {
  panel: 'Heads on several workers',

  // what it runs over
  sentence: 'Sentence',
  heads: 'Heads',
  workers: 'Workers',
  examples: 'Numbers of workers',
  seed: 'Seed',
  untrained: 'Nothing here is trained: word vectors and matrices are drawn at random by the seed.',
  blank: 'There has to be at least one word. The last sentence stays.',
  tooLong:
    'That is more than {most} words, and their numbers would no longer fit side by side. The last sentence stays.',
  wrongCount:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. What was there stays.',
  notDivisible:
    '{heads} heads cannot be shared equally by {workers} workers: a head is not cut. Numbers that divide {heads}: {divisors}. What was there stays.',
  failed: 'The kernels did not take that: {actual}. What was there stays.',

  // who holds what
  holdTitle: 'Who holds what',
  holdText:
    '$W_Q$, $W_K$ and $W_V$ are cut by columns, as each head has columns of its own there. $W_O$ is cut by rows, as each head meets rows of its own there. No number is held twice, and the words are the same for all workers.',
  holdOne: 'One worker holds all four matrices. Choose two or four to share them.',
  byColumns: 'cut by columns',
  byRows: 'cut by rows',
  wQ: 'query matrix',
  wK: 'key matrix',
  wV: 'value matrix',
  wO: 'output matrix',
  worker: 'Worker {n}',
  holding:
    '{name}: heads {heads}; columns {columns} of $W_Q$, $W_K$, $W_V$; rows {rows} of $W_O$. {n} of {all} numbers.',
  fromTo: '{from} to {to}',

  // what each computes
  computeTitle: 'What each computes, alone',
  computeText:
    'Queries, keys and values of its own heads, their scores, weights and context, and at last the product with its rows of $W_O$. Until here no worker needs a number of another.',
  show: 'Shown of each head',
  scores: 'scores',
  weights: 'weights',
  headWeights: 'weights of head {n}',
  headScores: 'scaled scores of head {n}',
  wholeOutput: 'its product: the whole output already',
  partial: 'partial product: as large as the output, part of every sum',

  // the sum
  sumTitle: 'The sum is the whole output',
  sumText:
    'Point at a cell of the sum: the cells that it is the sum of are framed above, one of each worker.',
  sum: 'sum of the partial products',
  alone: 'one worker alone',
  compare:
    'The same layer on one worker, same seed: the outputs differ by at most {difference}. Rounding may explain up to {tolerance}, as a dot product is added up in pieces.',
  equal: 'The same layer on one worker, same seed: the outputs are equal to the last bit.',
  apart:
    'The outputs differ by {difference}, more than the {tolerance} that rounding explains. That would be a fault.',

  // what is sent
  sendTitle: 'What has to be sent',
  sendText:
    'One all-reduce: each worker hands in its partial product {shape}, {count} numbers, and each gets the sum. Neither scores nor weights nor any matrix is sent; in training, the way back needs one all-reduce more.',
  sendOne: 'A single worker sends nothing.',

  // the proof
  whoseWorker: 'Worker {n}',
  whoseAll: 'All workers',
  whoseAlone: 'One worker alone',
};

export type Texts = typeof texts;
