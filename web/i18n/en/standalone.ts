/** A page in one file that shows a state. */
export const standalone = {
  title: 'Attention: {sentence}',
  noScript: 'This page computes attention step by step in your browser. It needs JavaScript.',
};
