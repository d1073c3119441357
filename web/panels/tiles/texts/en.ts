/** The panel of attention in tiles. */
export const texts = {
  panel: 'Attention in tiles',

  // what it runs over
  sentence: 'Sentence',
  tileQueries: 'Queries in a tile',
  tileKeys: 'Keys in a tile',
  causal: 'Causal mask',
  head: 'Head',
  seed: 'Seed',
  untrained: 'Untrained: random parameters (seed {seed}).',
  blank: 'There has to be at least one word. The last sentence stays.',
  tooLong:
    'That is more than {most} words, and their numbers would no longer fit side by side. The last sentence stays.',
  wrongCount:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. What was there stays.',
  failed: 'The kernels did not take that: {actual}. What was there stays.',

  // the pass
  passTitle: 'The pass over the tiles',
  back: 'Back',
  play: 'Play',
  pause: 'Pause',
  forward: 'Forward',
  step: 'Step',
  stepOf: '{n} of {all}',
  map: 'The score matrix, {queries} queries by {keys} keys, in {rows} by {columns} tiles. Row {row}, {place} is lit.',
  placeTile: 'tile {column}',
  placeDivision: 'the division at its end',
  mapScores: 'Scores of the lit tile',
  keysAxis: 'keys →',
  queriesAxis: 'queries ↓',
  legendLit: 'here now',
  legendDone: 'done, no longer stored',
  legendAhead: 'not computed yet',
  legendHidden: 'masked',
  tileTitle: 'Queries {queries} × keys {keys}',
  firstTile:
    'The first tile of this row: nothing has been added up yet, so there is nothing to correct.',
  raised:
    'For {words} this tile has a larger score than all before: the maximum rises, and what was added up so far is multiplied by α < 1.',
  forgotten:
    'For {words} this tile has a larger score than all before. What was added up so far should be multiplied by α < 1, but here that is forgotten.',
  same: 'No score is larger than the maximum so far: every α is 1, and the tile is simply added.',
  hiddenTile:
    'The mask hides all of this tile. Its exponentials are 0 and every α is 1, so it changes nothing: the fused kernel skips it. Here it is computed, to be seen.',
  divide:
    'All keys have been seen. Each query’s output is divided once by its sum, and the row is finished.',

  // what is computed in a tile, and what is kept
  tileScores: 'scores',
  exponentials: 'exp(score − m)',
  maximumTitle: 'Running maximum:',
  sumTitle: 'Running sum:',
  outputTitle: 'Running output, not divided yet:',
  before: 'before',
  now: 'now',
  correction: 'correction',
  corrected: 'corrected',
  ofTile: 'of this tile',
  changed: 'changed by this tile',
  divisionTitle: 'Output ÷ sum',
  plainRows: 'the same rows without tiles',

  // both ways
  compareTitle: 'The same result as without tiles',
  compare:
    'Both ways with the same parameters: the contexts of all heads differ by at most {difference}. Rounding may explain up to {tolerance}, as sums are added in another order.',
  equal: 'Both ways with the same parameters: the contexts of all heads are equal to the last bit.',
  mistakenTitle: 'Beside the result without tiles',
  mistaken:
    'Both ways differ by {difference}, more than the {tolerance} that rounding explains: here the tiles do not multiply by α.',
  apart:
    'Both ways differ by {difference}, more than the {tolerance} that rounding explains: an error of this program.',
  inTiles: 'in tiles',
  plain: 'without tiles',

  // memory
  memoryTitle: 'What has to be stored',
  memoryText:
    'For one head, at one moment. Without tiles the scores are a matrix that grows with the square of the sentence. With tiles there is one tile, and a maximum, a sum and an output for each of its queries: none grows with the number of keys.',
  memoryWhole: 'This tile is as large as the matrix: nothing is saved.',
  what: 'what',
  shape: 'shape',
  count: 'numbers',
  memoryScores: 'all scores',
  memoryTile: 'scores of a tile',
  memoryMaximum: 'running maximum',
  memorySum: 'running sum',
  memoryOutput: 'running output',
  memoryAll: 'together, in tiles',

  // the proof
  partQuery: 'query {from}',
  partQueries: 'queries {from}–{to}',
  partKey: 'key {from}',
  partKeys: 'keys {from}–{to}',
  partTile: 'Tile of {queries} × {keys}',
  partRow: 'Row of {queries}',
  whoseTile: 'Row {row}, tile {column}',
  whoseRow: 'Row {row}',
  whosePlain: 'Without tiles',
};

export type Texts = typeof texts;
