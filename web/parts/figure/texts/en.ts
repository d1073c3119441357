/** What is taken out of the page: pictures of figures, and figures as words. */
export const texts = {
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
  saveSvg: 'Save as SVG',
  savePng: 'Save as PNG',
  seed: 'random parameters (seed {seed})',
  chosen: 'Chosen: {cell} = {value}',
  inWords: 'In words',
  copyText: 'Copy as text',
  noPicture: 'The browser did not make the picture',
  semicolon: '; ',
  from: 'Computed from: {names}',
  maskedIn: 'masked: {names}',
  sum: 'sum {sum}',
  moreRows: '… and {n} {n|row|rows} more',
  moreColumns: '… and {n} {n|column|columns} more',
  editedCells: 'Edited: {cells}',
  editedCell: '{cell} is {value}, was {before}',
  turn: 'Columns {first} and {second} turn by {angle} rad: {before} → {after}',
  pasteHint:
    'Paste rows from a spreadsheet (tabs or commas between numbers, a line for each row), or a list of rows: [[1, 2], [3, 4]].',
  columnsOf: 'Columns {from} to {to} of {n}',
};

export type Texts = typeof texts;
