/** The head view and the text view of weights. */
export const weights = {
  heads: 'Heads shown',
  headHint: 'Click hides or shows a head; double-click or S shows it alone.',
  lines:
    'Each line is a weight; the strongest one shown is {largest}. Lines fainter than {percent} % of it are left out.',
  chooseQuery: 'Choose the token that asks:',
  looksAt: 'What “{token}” takes from each token:',
  noHeads: 'All heads are hidden.',
};
