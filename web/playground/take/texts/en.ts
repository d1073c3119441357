/** The menu of what can be taken to another place. */
export const texts = {
  figure: 'This figure',
  figureHint: 'SVG and LaTeX stay sharp at any size; Markdown has its numbers as a table.',
  step: 'This step',
  stepHint: 'Its numbers: numpy.load reads .npz, every program reads JSON.',
  trace: 'All steps',
  traceHint: 'JSON comes back with edits and faults: ap.traceFrom(text).',
  program: 'As a program',
  programHint: 'Computes every step again in Python.',
  page: 'This page',
  pageHint: 'The HTML file works without a network; what is copied shows the same elsewhere.',
  html: 'HTML file',
  link: 'Copy link',
  embed: 'Copy embed code',
  frame: 'Copy iframe',
  writing: 'Writing …',
  /** Of a page or a frame that shows what is shown here: {sentence} */
  pageTitle: 'Attention: {sentence}',
  noScript: 'This page computes attention step by step in your browser. It needs JavaScript.',
};

export type Texts = typeof texts;
