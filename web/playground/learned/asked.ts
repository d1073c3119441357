import type { Step, Tensor } from '../../engine/types/index.js';
import { largestOf, rowOf, type CellRef } from '../../trace/cells.js';
import { isWeights } from '../../trace/operations.js';
import type { Tokens } from '../../trace/word-labels.js';
import { openingOf } from '../first-visit.js';
import type { PlaygroundState } from '../state.js';
import { ASKED } from '../transformer-options.js';

interface Shown {
  state: Pick<PlaygroundState, 'lang' | 'cell' | 'batch' | 'head'>;
  current: Step | undefined;
  tokens: Tokens;
  tensor(path: string): Tensor;
}

/**
 * Of a trained model on a sentence for which nobody has chosen a cell: what the word that the model was asked about looks at
 * most.
 */
export function askedCell({ state, current, tokens, tensor }: Shown): CellRef | undefined {
  const { lang, cell, batch, head } = state;
  if (!current || !isWeights(current)) return undefined;
  const unchosen = openingOf({ lang, model: 'attention' }).cell;
  const query = tokens.sentences[batch]?.findIndex((token) => ASKED.includes(token)) ?? -1;
  if (query < 0 || JSON.stringify(cell) !== JSON.stringify(unchosen)) return undefined;
  const row = [batch, ...(current.axes.includes('head') ? [head] : []), query];
  const weights = rowOf(tensor(current.path), [...row, 0]);
  return { path: current.path, index: [...row, largestOf(weights)] };
}
