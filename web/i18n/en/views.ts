// Words of the views: the tools of a figure, memory, weights, the map, right beside wrong, the program.

/** The tools of a figure: what is taken out of the page as a picture, as a table or in words. */
export const figure = {
  digits: 'Show digits',
  fit: 'Fit to width',
  edit: 'Edit cell',
  paste: 'Paste matrix',
  table: 'Show as table',
  csv: 'Copy CSV',
  apply: 'Apply',
  cancel: 'Cancel',
  showMask: 'Show M apart',
  hideMask: 'Show M on the scores',
  seed: 'random parameters (seed {seed})',
  chosen: 'Chosen: {cell} = {value}',
  inWords: 'In words',
  copyText: 'Copy as text',
  noPicture: 'The browser did not make the picture',
  semicolon: '; ',
  from: 'Computed from: {names}',
  maskedIn: 'masked: {names}',
  sum: 'sum {sum}',
  allMasked: 'Every score is −∞: every weight is 0',
  moreRows: '… and {n} {n|row|rows} more',
  columnSums: 'Sums of columns: {sums}',
  moreColumns: '… and {n} {n|column|columns} more',
  editedCells: 'Edited: {cells}',
  editedCell: '{cell} is {value}, was {before}',
  turn: 'Columns {first} and {second} turn by {angle} rad: {before} → {after}',
  tooMany: '{count} numbers are too many for this format: it takes {most} at most',
  oneSlice:
    'One of {n} matrices: all of them have {count} numbers, and {most} are the most that is written here.',
  texStep: 'The step {path} of the attention playground',
  texCompile: 'Compile it with {programs}.',
  texTake:
    'To take the figure into another document, copy the tikzpicture, and the lines between \\documentclass and \\begin{document}.',
  texNumbers:
    'Its tables have the numbers in full: the shortest decimals that are the same 32-bit numbers.',
  pasteHint:
    'Paste rows from a spreadsheet (tabs or commas between numbers, a line for each row), or a list of rows: [[1, 2], [3, 4]].',
  columnsOf: 'Columns {from} to {to} of {n}',
};

/** The order of numbers in memory. */
export const memory = {
  title: 'Order in memory',
  shared:
    'Nothing moves: “{step}” reads the same storage as “{source}”. Only shape and strides are different.',
  window: 'Nothing moves: “{step}” is a window on the storage of “{source}”.',
  copied: '“{step}” is a copy: every number of “{source}” goes to its place in new memory.',
  detached:
    'Because a cell was edited, “{step}” has memory of its own now; “{source}” keeps its numbers.',
  copyAgain: 'Play the copy again',
  inMemory:
    'As it lies in memory: storage #{storage}, {n} {n|number|numbers}, one address after the other',
  newMemory:
    'After the copy: storage #{storage}, {n} {n|number|numbers} (old address ↓ new address)',
  readingOrder: '“{step}” in reading order: {n} {n|number|numbers}, each with its address',
  shape: 'shape',
  strides: 'strides',
  offset: 'offset',
  storage: 'storage',
  address: 'address',
};

/** The head view and the text view of weights. */
export const weights = {
  heads: 'Heads shown',
  headHint: 'Click hides or shows a head; double-click or S shows it alone.',
  lines:
    'Each line is a weight; the strongest one shown is {largest}. Lines fainter than {percent} % of it are left out.',
  written: 'Of each query: the word that is read ⇒ the word that the decoder writes next.',
  chooseQuery: 'Choose the token that asks:',
  looksAt: 'What “{token}” takes from each token:',
  noHeads: 'All heads are hidden.',
};

/** The map of a Transformer. */
export const map = {
  title: 'Map of the Transformer',
  here: 'You are at: {name}',
  hint: 'From the bottom up. Click a step to go there, a block to open or close it. Keys: arrows, Enter, + and −.',
  show: 'Show the map',
  hide: 'Hide the map',
  larger: 'Larger',
  smaller: 'Smaller',
  foldAll: 'Close all',
  times: '{n} × {stack}',
  stack: '{stack}, {n} layers',
  stackOne: '{stack}, 1 layer',
  shownLayer: '{stack}, {n} layers, of which layer {shown} is shown',
  layer: 'layer {n}',
  untrained: 'Untrained: random parameters (seed {seed}).',
};

/** Right beside wrong. */
export const faults = {
  fault: 'Fault',
  first: 'First step that differs',
  none: 'No step differs here.',
  here: 'Chosen cell: right {right}, wrong {wrong}.',
  same: 'Chosen cell: {right}, right and wrong.',
  only: 'Only the wrong walk has this step.',
  onlyRight: 'Only the right walk has this step.',
  edits: 'An edit fits only one of the two walks, so they differ by more than the fault.',
  right: 'Right, without the fault:',
  showRight: 'Show right values',
  showWrong: 'Show wrong values',
  rightIsShown: 'The right values are shown.',
};

/** The walk as a program: its lines around a step, and what is copied and saved. */
export const program = {
  language: 'Language of the program',
  lines: 'Lines of the program around this step',
  note: 'Each step is one line of a program that runs by itself, with the data in it. Weights are [in, out] here; PyTorch’s Linear stores the transpose.',
  copyStep: 'Copy this step',
  copyProgram: 'Copy the program',
  saveScript: 'Save as .py',
  saveNotebook: 'Save as .ipynb',
  writing: 'Writing the program …',
  saved: 'Saved',
  dataFile: 'The data were saved as {file}. Keep it beside the program.',
  changed: 'The numbers have changed meanwhile. Please try again.',
};
