import type { Step } from '../../engine/types/index.js';
import type { CellRef } from '../../trace/cells.js';
import { isWeights } from '../../trace/operations.js';
import type { Tokens } from '../../trace/word-labels.js';
import { openingOf } from '../first-visit.js';
import type { PlaygroundState } from '../state.js';
import { ASKED } from '../transformer-options.js';

interface Shown {
  state: Pick<PlaygroundState, 'lang' | 'cell' | 'batch' | 'head'>;
  current: Step | undefined;
  tokens: Tokens;
}

/**
 * Of a trained model on a sentence for which nobody has chosen a cell: the first of the row of the word that the model was
 * asked about.
 */
export function askedCell({ state, current, tokens }: Shown): CellRef | undefined {
  const { lang, cell, batch, head } = state;
  if (!current || !isWeights(current)) return undefined;
  const unchosen = openingOf({ lang, model: 'attention' }).cell;
  const query = tokens.sentences[batch]?.findIndex((token) => ASKED.includes(token)) ?? -1;
  if (query < 0 || JSON.stringify(cell) !== JSON.stringify(unchosen)) return undefined;
  const heads = current.axes.includes('head') ? [head] : [];
  return { path: current.path, index: [batch, ...heads, query, 0] };
}
