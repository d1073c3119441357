import { cellName, fill, stepPlace, stepTitle, valueText } from './names.js';
import { spokenShape } from './shapes.js';
import type { TraceStore } from './store.js';

/** The text read aloud when another step is shown. */
export function spokenStep(store: TraceStore): string {
  const { current } = store;
  if (!current) return '';
  const shape = spokenShape(store, current);
  const place = stepPlace(store, current);
  const title = [place, stepTitle(store, current)].filter(Boolean).join(' · ');
  return fill(store.t.ui.nowAt, { title, shape });
}

/** The active cell in one line: `Scores: query sat → key cat = 0.42`. */
export function activeText(store: TraceStore): string {
  const { active, explanation } = store;
  const step = active && store.step(active.path);
  if (!step || !explanation) return '';
  const { colon } = store.t.proof;
  const name = cellName(store, step, active.index);
  const value = valueText(store, step, explanation.value);
  return `${stepTitle(store, step)}${colon}${name} = ${value}`;
}
