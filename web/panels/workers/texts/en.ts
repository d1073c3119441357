/** The panel of heads on several workers. */
export const texts = {
  panel: 'Heads on several workers',

  // what it runs over
  sentence: 'Sentence',
  heads: 'Heads',
  workers: 'Workers',
  examples: 'Numbers of workers',
  seed: 'Seed',
  untrained: 'Untrained: random parameters (seed {seed}).',
  blank: 'There has to be at least one word. The last sentence stays.',
  tooLong:
    'That is more than {most} words, and their numbers would no longer fit side by side. The last sentence stays.',
  wrongCount:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. What was there stays.',
  notDivisible:
    '{heads} heads cannot be shared equally by {workers} workers: a head is not split. Allowed here: {divisors}. What was there stays.',
  failed: 'The kernels did not take that: {actual}. What was there stays.',

  // who holds what
  holdTitle: 'Who holds what',
  holdText:
    '$W_Q$, $W_K$ and $W_V$ are split by columns, as each head has its own columns there. $W_O$ is split by rows, as each head meets its own rows there. No parameter is held twice; all workers get the same words.',
  holdOne: 'One worker holds all four matrices. Choose two or four to share them.',
  byColumns: 'by columns',
  byRows: 'by rows',
  wQ: 'query matrix',
  wK: 'key matrix',
  wV: 'value matrix',
  wO: 'output matrix',
  worker: 'Worker {n}',
  holding:
    '{name}: heads {heads}; columns {columns} of $W_Q$, $W_K$, $W_V$; rows {rows} of $W_O$. {n} of {all} numbers.',
  holdBias:
    'Biases are split as the columns that they belong to. $b_O$ is held once, and added once to the sum.',
  fromTo: '{from} to {to}',

  // what each computes
  computeText:
    'Queries, keys and values of its own heads, their scores, weights and context, and finally the product with its rows of $W_O$. So far no worker needs a number of another.',
  show: 'Show of each head',
  scores: 'scores',
  weights: 'weights',
  headWeights: 'weights, head {n}',
  headScores: 'scores, head {n}',
  wholeOutput: 'its product: the whole output already',
  partial: 'partial product, part of every sum',

  // the sum
  sumTitle: 'Sum',
  sumText:
    'Point at a cell of the sum: the cells that were added are framed above, one in each worker.',
  sum: 'sum of the partial products',
  alone: 'one worker alone',
  compare:
    'The same layer on one worker, same parameters: the outputs differ by at most {difference}. Rounding may explain up to {tolerance}, as a dot product is added up in pieces.',
  equal: 'The same layer on one worker, same parameters: the outputs are equal to the last bit.',
  apart:
    'The outputs differ by {difference}, more than the {tolerance} that rounding explains: an error of this program.',

  // what is sent
  sendTitle: 'What has to be sent',
  sendText:
    'One all-reduce: each worker hands in its partial product {shape}, {count} numbers, and each gets the sum. Neither scores nor weights nor any matrix is sent; in training, the backward pass needs one more all-reduce.',
  sendOne: 'A single worker sends nothing.',

  // the proof
  whoseWorker: 'Worker {n}',
  whoseAll: 'All workers',
  whoseAlone: 'One worker alone',
};

export type Texts = typeof texts;
