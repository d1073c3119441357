export const texts = {
  title: 'Downhill',
  loss: 'L',
  lossText:
    'The number whose gradients these are: the loss; without one, the sum of the output’s cells.',
  weight: 'Weight',
  every: 'all weights',
  rate: 'Rate η',
  rateText: 'Each weight changes by −η times its gradient.',
  take: 'Take a step downhill',
  changed: 'L: {before} → {after}.',
  less: 'It fell.',
  more: 'It rose: the step was too long for this slope.',
  same: 'Nothing changed.',
  taken: 'Steps taken: {n}.',
  full: 'No more than {n} steps are taken here.',
  badRate: 'The rate is a number from {least} to {most}.',
};

export type Texts = typeof texts;
