/** The panel of sinusoidal positional encodings. */
export const texts = {
  panel: 'Sinusoidal positional encoding',

  // sizes
  length: 'Positions',
  dModel: 'Width D',
  examples: 'Sizes',
  wrong:
    '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. {kept}',
  tableStays: 'The table stays at {length} × {dModel}.',
  choiceStays: 'The choice stays.',

  order: 'Order of the columns',
  orderText:
    'Many implementations put all sines before all cosines: the same numbers in another order.',
  interleaved: 'sin, cos, sin, cos …',
  halves: 'all sin, then all cos',
  sineHalf: 'sines',
  cosineHalf: 'cosines',

  // the map
  formulas:
    '$\\text{PE}_{\\text{pos},\\,2i} = \\sin(\\text{pos} / 10000^{2i/D})$ $\\text{PE}_{\\text{pos},\\,2i+1} = \\cos(\\text{pos} / 10000^{2i/D})$',
  map: 'Positional encoding: position ↓, column →',
  position: 'position',
  column: 'column',

  // the chosen cell
  chosen: 'The chosen cell',
  factColumn: 'Column',
  even: '{column} = 2 · {pair}: sine of pair i = {pair}',
  odd: '{column} = 2 · {pair} + 1: cosine of pair i = {pair}',
  inHalves: '; in halves, column {place}',
  factFrequency: 'Frequency',
  frequency: '{value} radians per position',
  factWavelength: 'Wavelength',
  wavelength: 'once around in {value} positions',
  factAngle: 'Angle',

  // the wave
  waveTitle: 'A column is a wave over the positions',
  waveText:
    'The first columns turn fast, the last hardly at all within the table. Pin a few to compare them.',
  wave: 'Column {column} over all positions, from {low} to {high}',
  atPosition: 'position {at}: {value}',
  pinned: 'Pinned columns',
  pin: 'Pin column {column}',
  unpin: 'Unpin column {column}',
  pinsFull: '{n} columns are pinned; unpin one first.',
  columnN: 'Column {column}',

  // the row
  rowTitle: 'A row is what one position adds to its word vector',
  rowText:
    'Even columns are sines, odd ones cosines of the same angle: two curves, a quarter turn apart.',
  rowHalves: 'The sine half and the cosine half: the same numbers, half of a row each.',
  atColumn: 'column {at}: {value}',
  row: 'Row of position {position}; at column {column}: {value}',
  sine: 'sine (even columns)',
  cosine: 'cosine (odd columns)',

  // dot products
  dotTitle: 'How alike are two positions?',
  dotEven:
    'The dot product depends on the distance b − a alone, not on a itself: each pair of columns adds $\\cos(\\omega(b - a))$. Move a, and the curve moves with it unchanged.',
  dotOdd:
    'With an even width, the dot product depends on the distance b − a alone, as each pair of columns adds $\\cos(\\omega(b - a))$. This width is odd: the last sine has no cosine beside it, so the curve changes a little as a moves.',
  a: 'Position a',
  b: 'Position b',
  curve: 'Dot product of position {a} with every position',
  atB: 'position {at}: {value}',
  axisB: 'position b',
  axisA: 'position a',
  products: 'Dot products: position a ↓, position b →',
  productsText:
    'All pairs at once: a number that depends on the distance alone is the same along a diagonal. Click a cell to choose a and b.',
  computing: 'Multiplying…',

  // the example
  exampleTitle: 'By hand: three positions, D = 4',
  exampleText:
    'Three words with four numbers each. The encoding is added cell by cell, and the attention layer sees the sum: the same word at another position is another vector.',
  exampleX: 'Word vectors',
  exampleP: 'Positional encoding P',
  exampleSum: 'Sum',
  showExample: 'Show this P in the map (3 × 4)',
};

export type Texts = typeof texts;
