/** The choice of a trained model, and what it does not know. */
export const texts = {
  parameters: 'Parameters',
  learned: 'Trained model',
  random: 'random parameters',
  own: 'a model of your own',
  layer: 'Layer',
  encoder: 'encoder',
  decoder: 'decoder',
  shows:
    'Shown: self-attention in layer {layer} of its {stack}, on the numbers that enter it there.',
  unknown: '“{word}” is not among the words that this model knows.',
  instead: 'Instead:',
  allWords: 'All {n} words',
  randomInstead: 'Random parameters, which know any word',
};

export type Texts = typeof texts;
