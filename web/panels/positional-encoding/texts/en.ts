/** The panel of sinusoidal positional encodings. */
export const texts = {
  panel: 'Sinusoidal positional encoding',

  // sizes
  length: 'Positions',
  dModel: 'Width D (d_model)',
  examples: 'Sizes',
  wrong:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. {kept}',
  tableStays: 'The table stays at {length} × {dModel}.',
  choiceStays: 'The choice stays as it was.',

  // the map
  map: 'Positional encoding, {length} positions by {dModel} columns',
  position: 'position',
  column: 'column',
  cell: 'position {position}, column {column}',
  mapHint:
    'Point at a cell to read it, click to keep it; Shift-click chooses position b. With the keyboard: arrows, Enter, Shift+Enter, Escape.',

  // the chosen cell
  chosen: 'The chosen cell',
  factPosition: 'Position',
  factColumn: 'Column',
  even: '{column} = 2 · {pair}: sine of pair i = {pair}',
  odd: '{column} = 2 · {pair} + 1: cosine of pair i = {pair}',
  factFrequency: 'Frequency',
  frequency: '{value} radians per position',
  factWavelength: 'Wavelength',
  wavelength: 'once around in {value} positions',
  factAngle: 'Angle',

  // the wave
  waveTitle: 'A column is a wave over the positions',
  waveText:
    'The first columns turn fast, the last hardly at all within the table. Pin a few to see them side by side.',
  wave: 'Column {column} over all positions, from {low} to {high}; at position {position}: {value}',
  pinned: 'Pinned columns',
  pin: 'Pin column {column}',
  unpin: 'Unpin column {column}',
  pinsFull: '{n} columns are pinned; unpin one first.',
  columnN: 'Column {column}',

  // the row
  rowTitle: 'A row is what one position adds to its word vector',
  rowText:
    'Even columns are sines, odd ones cosines of the same angle: two curves, a quarter turn apart.',
  row: 'Row of position {position}; at column {column}: {value}',
  sine: 'sine (even columns)',
  cosine: 'cosine (odd columns)',

  // dot products
  dotTitle: 'How alike are two positions?',
  dotEven:
    'The dot product depends on the distance b − a alone, not on a itself: each pair of columns adds cos(ω(b − a)). Move a, and the curve moves with it unchanged.',
  dotOdd:
    'With an even width, the dot product depends on the distance b − a alone, as each pair of columns adds cos(ω(b − a)). This width is odd: the last sine has no cosine beside it, so the curve changes a little as a moves.',
  a: 'Position a',
  b: 'Position b',
  curve: 'Dot product of position {a} with every position; with position {b}: {value}',
  axisB: 'position b',
  axisA: 'position a',
  products: 'Dot products of all pairs of positions, {length} by {length}',
  pairCell: 'position {a} with position {b}',
  productsText:
    'All pairs at once: what depends on the distance alone is the same along a diagonal. Click a cell to choose a and b.',
  computing: 'Multiplying…',

  // the example
  exampleTitle: 'By hand: three positions, D = 4',
  exampleText:
    'Three words with four numbers each. The encoding is added to them, cell by cell, and the attention layer sees the sum: the same word at another position is another vector.',
  exampleX: 'Word vectors',
  exampleP: 'Positional encoding P',
  exampleSum: 'Sum',
  showExample: 'Show this P in the map (3 × 4)',
};

export type Texts = typeof texts;
