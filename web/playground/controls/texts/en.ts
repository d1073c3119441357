/** Words of the panel of settings, which come with it. */
export const texts = {
  kindGroups: { attention: 'Attention', transformer: 'Transformer' },
  rare: 'Less common',
  own: 'with {n} {n|matrix|matrices} given by hand',
  dropOwn: 'Drop {n|it|them}',
  newSeed: 'Next seed',
  undo: 'Undo',
  redo: 'Redo',
  startOver: 'Start over',
  copyLink: 'Copy link',
  copyEmbed: 'Copy code to embed',
  maskHint: 'In a boolean mask, true = may attend. In an added mask, 0 = may attend, −∞ = hidden.',
  offsetHint: 'With the causal mask, query t sees the keys up to t + offset.',
  trainedModel:
    'Sizes and kinds are those of the trained model: random parameters leave them to choose.',
  untrainedModel: 'Untrained, with random parameters: what it predicts means nothing yet.',
  layerLimits: 'At most {layers} layers.',
  lossInTraining: 'With training, a decoder also has a loss.',
  noHeads: 'Without projections there are no heads, no matrices and no bias.',
  limits: 'Limits here: {tokens} tokens, {sentences} sentences, D {dModel}, {heads} heads.',
};

export type Texts = typeof texts;
