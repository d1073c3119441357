import { largestOf, rowOf } from '../../trace/cells.js';
import { isWeights } from '../../trace/operations.js';
import { openingOf } from '../first-visit.js';
import type { PlaygroundStore } from '../store.js';
import { ASKED } from '../transformer-options.js';

/**
 * Shows, of a trained model on a sentence for which nobody has chosen a cell, what the word that the model was asked about
 * looks at most.
 */
export function keepAsked(store: PlaygroundStore): void {
  const { current, learned, tokens, state } = store;
  const { lang, cell, batch, head } = state;
  if (!learned || !current || !isWeights(current)) return;
  const unchosen = openingOf({ lang, model: 'attention' }).cell;
  const query = tokens.sentences[batch]?.findIndex((token) => ASKED.includes(token)) ?? -1;
  if (query < 0 || JSON.stringify(cell) !== JSON.stringify(unchosen)) return;
  const row = [batch, ...(current.axes.includes('head') ? [head] : []), query];
  const weights = rowOf(store.tensor(current.path), [...row, 0]);
  store.keep({ path: current.path, index: [...row, largestOf(weights)] });
}
