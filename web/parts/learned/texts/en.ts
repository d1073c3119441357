/** The choice of a trained model, and what it does not know. */
export const texts = {
  parameters: 'Parameters',
  learned: 'Trained model',
  random: 'random parameters',
  own: 'a model of your own',
  unknown: '“{word}” is not among the words that this model knows.',
  instead: 'Instead:',
  allWords: 'All {n} words',
  randomInstead: 'Random parameters, which know any word',
};

export type Texts = typeof texts;
