/** The panel of the three kinds of attention in a Transformer. */
export const texts = {
  panel: 'Three kinds of attention',

  // the sentences
  presets: 'Examples',
  'source-0': 'Source sentence (encoder)',
  'target-0': 'Target so far (decoder)',
  'source-1': 'Second source sentence',
  'target-1': 'Second target so far',
  padding: 'Second pair in the batch: padding',
  pair: 'Pair',
  head: 'Head',
  seed: 'Seed',
  wrong: {
    empty: '{name}: there is no word in it. {stays}',
    long: '{name}: {length} tokens are too many, at most {most} fit. {stays}',
    seed: '{name}: “{actual}” cannot be used. It takes a whole number from {least} to {most}. {stays}',
  },
  stays: 'The last good sentences stay.',
  untrained:
    'Untrained: all matrices are random, drawn by seed {seed}. The weights show who may look at whom, not what a trained model has learned to look at.',

  // the cards
  kinds: {
    encoder: {
      title: 'Encoder self-attention',
      text: 'Every word of the source looks at every word of the source, itself included, before and after it.',
    },
    decoder: {
      title: 'Decoder masked self-attention',
      text: 'Every word of the target looks at itself and at what stands before it. What comes later is hidden: when it generates, the model does not have it yet.',
    },
    cross: {
      title: 'Decoder cross-attention',
      text: 'Every word of the target looks at every word of the source. As many rows as the target has words, as many columns as the source has.',
    },
  },
  origin: 'Where Q, K and V come from',
  origins: {
    source: 'Source vectors',
    encoder: 'Encoder output',
    target: 'Target vectors so far',
    decoder: 'Decoder state',
  },
  asks: 'asks',
  asked: 'is asked',
  sides: { source: 'source', target: 'target' },
  light: 'Show “{word}” wherever it occurs',
  mask: 'Mask',
  noMask: 'None: every query may look at every key.',
  scores: 'Scores before softmax',
  weights: 'Weights',
  formula: 'Formulas',
  output: 'Output',
  toProof: 'How it came about',
  chosenHint: 'Click a cell here or in the cards above: the proof follows.',

  // the example
  exampleTitle: 'By hand: what −∞ does to softmax',
  exampleText:
    'Three queries, three keys. Adding the causal mask leaves the scores up to the diagonal as they are, and −∞ above it. exp(−∞) is 0, so each row shares its weight among what it may see.',
  exampleSteps: {
    scores: 'Scores',
    causal_mask: 'Causal mask',
    masked_scores: 'Masked scores',
    weights: 'softmax of each row',
  },
  row: 'row',
};

export type Texts = typeof texts;
