/** What the page says of the trained model that it shows. */
export const texts = {
  learned: 'Trained model',
  random: 'random parameters',
  own: 'a model of your own',
  answer: 'Its answer for “{word}”',
  next: 'Next',
  writes: 'It would write',
  cut: 'Cut the head out',
  uncut: 'Put the head back',
  cutHint: 'Head {head} of “{place}”: what it gathers becomes 0',
  translate: 'Let it write',
  unknown: '“{word}” is not among the words that this model knows.',
  instead: 'Instead:',
  allWords: 'All {n} words',
  randomInstead: 'Random parameters, which know any word',
};

export type Texts = typeof texts;
