import type { PlaygroundState } from './state.js';

/** Steps of weights are lines between words, all others matrices; the step tells, as there is no trace at first. */
export const showsLines = ({ mode, weightsView, step }: PlaygroundState): boolean =>
  mode !== 'workbench' && weightsView !== 'matrix' && /^(?!gradient\.).*\bweights$/.test(step);
