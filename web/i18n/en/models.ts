/** Trained models: their choice, what they answer, and what they do not know. */
export const models = {
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
  readsRest: 'It reads the rest of the sentence.',
  readsNone: 'It needs at least one word that it knows; the last sentence stays.',
  knows: 'This model knows {n} words',
  showKnown: '“{word}” is not known to this model: show known words',
  allWords: 'All {n} words',
  randomInstead: 'Random parameters, which know any word',

  answer: 'Its answer for “{word}”',
  next: 'Next',
  writes: 'It would write',
  cut: 'Cut the head out',
  uncut: 'Put the head back',
  cutHint: 'Head {head} of “{place}”: what it gathers becomes 0',
};
