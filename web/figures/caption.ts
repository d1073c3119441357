import type { Role, Step } from '../engine/types/index.js';
import { fill } from '../i18n/fill.js';
import { axisNames } from '../trace/axes.js';
import { cellInStep, stepPlace, titleInPart } from '../trace/names.js';
import { hueOf } from '../trace/operations.js';
import type { TraceStore } from '../trace/store.js';
import type { PlacedGrid } from './figure.js';
import { cellNumber, valueAt } from './layout/grid.js';

/** What is said of a step where it stands alone. */
export interface StepCaption {
  role: Role | 'gradient';
  /** TeX */
  symbol: string;
  /** Its block, if there are several, and the part that it belongs to: `Decoder 2 · cross-attention`, `Worker 2`. */
  place: string;
  title: string;
  /** `[query 7, key 7]`, and without names. */
  shape: string;
  sizes: string;
}

/** What is said of a figure where it stands alone. */
export interface Caption {
  /** The step that the figure is of. */
  heading: StepCaption;
  of(path: string): StepCaption | undefined;
  masked: string;
  edited: string;
  /** Below it: the chosen cell, and where the numbers come from. */
  lines: readonly string[];
}

export interface CaptionTexts {
  /** {seed} */
  seed: string;
  /** {cell}, {value} */
  chosen: string;
}

export function captionOf(
  store: TraceStore,
  grids: readonly PlacedGrid[],
  step: Step,
  texts: CaptionTexts,
): Caption {
  const { proof } = store.t;
  return {
    heading: stepCaption(store, step),
    of(path) {
      const found = store.step(path);
      return found && stepCaption(store, found);
    },
    masked: proof.legendMasked,
    edited: proof.legendEdited,
    lines: [chosenText(store, grids, texts), sourceText(store, step, texts)].filter(Boolean),
  };
}

export function stepCaption(store: TraceStore, step: Step): StepCaption {
  const names = axisNames(step);
  const named = step.shape.map((size, i) => {
    const name = names[i];
    return name ? `${store.t.axes[name]} ${size}` : String(size);
  });
  return {
    role: hueOf(step),
    symbol: step.symbol,
    place: [stepPlace(store, step), store.partName(step)].filter(Boolean).join(' · '),
    title: titleInPart(store, step),
    shape: `[${named.join(', ')}]`,
    sizes: `[${step.shape.join(', ')}]`,
  };
}

/** The chosen cell with its number; '' if none of the figure's is. */
export function chosenText(
  store: TraceStore,
  grids: readonly PlacedGrid[],
  { chosen }: Pick<CaptionTexts, 'chosen'>,
): string {
  const { kept } = store;
  const grid = kept && grids.find(({ step }) => step.path === kept.path);
  const at = grid?.layout.locate(kept!.index);
  if (!grid || !at) return '';
  return fill(chosen, {
    cell: cellInStep(store, grid.step, kept!.index),
    value: cellNumber(grid, valueAt(grid, at.row, at.column), store.state.decimals),
  });
}

/** The playground, the sentence, the head if only one is shown, and the seed if numbers are random. */
export function sourceText(
  store: TraceStore,
  step: Step,
  { seed }: CaptionTexts,
  hasAllHeads = false,
): string {
  const { batch, head } = store.state;
  const showsHead = !hasAllHeads && step.axes.includes('head') && step.axes.at(-2) !== 'head';
  const parts = [
    store.t.ui.playground,
    sentences(store, batch).join(' × '),
    showsHead ? store.headName(head) : '',
    store.isUntrained(step) ? fill(seed, { seed: store.state.seed }) : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The sentences that a trace is of, the source first. */
function sentences(store: TraceStore, batch: number): string[] {
  const found = new Set<string>();
  for (const step of store.steps) {
    const axis = axisNames(step).findIndex((name) => name === 'token' || name === 'memory_token');
    const labels = axis < 0 ? undefined : store.labels(step, axis, batch);
    if (labels) found.add(sentence(labels));
  }
  return [...found].slice(0, 2);
}

/** Tokens as a reader writes them: no space before a full stop, nor between Chinese words. */
export function sentence(tokens: readonly string[]): string {
  let text = '';
  for (const token of tokens) {
    const joins =
      text === '' ||
      /^[.,:;!?…。，、：；！？’”)\]]/u.test(token) ||
      (/\p{Script=Han}$/u.test(text) && /^\p{Script=Han}/u.test(token));
    text += (joins ? '' : ' ') + token;
  }
  return text;
}

/** The name of a step with its place, on one line. */
export function captionTitle({ place, title }: StepCaption): string {
  return [place, title].filter(Boolean).join(' · ');
}
