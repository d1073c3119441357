/** The panel of the three kinds of attention in a Transformer. */
export const texts = {
  panel: 'Three kinds of attention',

  // the sentences
  presets: 'Examples',
  attention: '$\\mathrm{softmax}(Q K^\\top / \\sqrt{d_k} + M)\\, V$',
  'source-0': 'Source (encoder)',
  'target-0': 'Target so far (decoder)',
  'source-1': 'Second source sentence',
  'target-1': 'Second target so far',
  padding: 'Second pair: padding',
  pair: 'Pair',
  head: 'Head',
  seed: 'Seed',
  wrong: {
    empty: '{name} has no word in it. {stays}',
    long: '{name}: {length} tokens are too many, at most {most} fit. {stays}',
    seed: '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. {stays}',
  },
  stays: 'The last good sentences stay.',
  untrained:
    'Untrained: random parameters (seed {seed}). The weights show who may look at whom, not what a trained model looks at.',
  shows: 'The cards show layer {layer} of {count}.',

  // the cards
  kinds: {
    encoder: {
      title: 'Encoder self-attention',
      text: 'Every word of the source looks at every word of the source, before and after it.',
    },
    decoder: {
      title: 'Decoder masked self-attention',
      text: 'Every word of the target looks at itself and those before it: later ones are not there yet.',
    },
    cross: {
      title: 'Decoder cross-attention',
      text: 'Every word of the target, a row each, looks at every word of the source, a column each.',
    },
  },
  origin: 'Where Q, K and V come from',
  origins: {
    source: 'Source vectors',
    encoding: 'Encoder state',
    encoder: 'Encoder output',
    target: 'Target vectors so far',
    decoder: 'Decoder state',
  },
  asks: 'asks',
  asked: 'is asked',
  sides: { source: 'source', target: 'target' },
  light: 'Show “{word}” wherever it occurs',
  noMask: 'No mask: every query may look at every key.',
  scores: 'Scores before softmax',
  weights: 'Weights',
  formula: 'Formulas',
  output: 'Output',
  toProof: 'Where it comes from',
  chosenHint: 'Click a cell here or in the cards above: the proof follows.',

  // the example
  exampleTitle: 'By hand: what −∞ does to softmax',
  exampleText:
    'Three queries, three keys. With the causal mask added, the scores up to the diagonal stay and those above it are −∞. exp(−∞) is 0, so each row shares its weight among the keys that it may see.',
  exampleSteps: {
    scores: 'Scores',
    causal_mask: 'Causal mask',
    masked_scores: 'Masked scores',
    weights: 'softmax of each row',
  },
  row: 'row',
};

export type Texts = typeof texts;
