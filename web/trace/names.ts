import type { Step } from '../engine/types/index.js';
import type { Computed } from '../engine/types/computed.js';
import { fill } from '../i18n/fill.js';
import type { StepText } from '../i18n/index.js';
import { axisNames, isBroadcast } from './axes.js';
import { blockTitle, type Block } from './blocks.js';
import { shortest } from './numbers.js';
import { cutsByView, isNumber, standsForTokens } from './operations.js';
import type { TraceStore } from './store.js';
import { joined } from './written.js';

export { fill };

/** The name of one index along an axis: a token's text and what is written there, `Head 2`, or the plain number. */
export function placeName(
  store: TraceStore,
  step: Step,
  axis: number,
  at: number,
  batch: number,
): string {
  const name = store.labels(step, axis, batch)?.[at];
  if (name === undefined) return String(axisNames(step)[axis] === 'batch' ? at + 1 : at);
  return joined(name, store.written(step, axis, batch)[at]);
}

/**
 * A cell in words: `query sat → key cat`. Batch and head only if there are several; a tensor without axes has only
 * one cell.
 */
export function cellName(store: TraceStore, step: Step, index: readonly number[]): string {
  const names = axisNames(step);
  const batch = batchOf(step, index) ?? store.state.batch;
  const before: string[] = [];
  const main: string[] = [];
  index.forEach((at, i) => {
    const axis = names[i];
    if (!axis || isBroadcast(step, i) || (axis === 'batch' && step.shape[i] === 1)) return;
    const name = placeName(store, step, i, at, batch);
    const labelled = axis === 'head' && !/^\d+$/.test(name);
    const text = labelled ? name : `${store.t.axes[axis]} ${name}`;
    (axis === 'batch' || axis === 'head' ? before : main).push(text);
  });
  const name = [...before, main.join(' → ')].filter(Boolean).join(store.t.proof.comma);
  return name || store.t.proof.onlyCell;
}

/** A number of a step in a line of text: `cat (2)` if it stands for a token. */
export function valueText(
  store: TraceStore,
  step: Step | undefined,
  value: Computed,
  write = shortest,
): string {
  const word = step && standsForTokens(step) && store.tokensOf(step, store.state.batch)[value];
  return word ? `${word} (${value})` : write(value);
}

/** `Scores: query sat → key cat`. */
export function cellInStep(store: TraceStore, step: Step, index: readonly number[]): string {
  return stepTitle(store, step) + store.t.proof.colon + cellName(store, step, index);
}

export function batchOf(step: Step, index: readonly number[]): number | undefined {
  const at = axisNames(step).indexOf('batch');
  return at < 0 ? undefined : index[at];
}

/** The place of a step, if there are several blocks: `Decoder 2 · cross-attention`. */
export function stepPlace(store: TraceStore, step: Step): string {
  const block = store.walksByBlock && store.blockOf(step);
  return block ? blockTitle(store.t, block) : '';
}

/** How many stops of the walk a block has: `3 steps`; '' for one of parameters alone. */
export function blockLength(store: TraceStore, block: Block): string {
  const n = store.stopsIn(block).length;
  return n === 0 ? '' : fill(store.t.ui.stepCount, { n });
}

/** The title of a step among several of its kind: `Head 3: Scores`, `Worker 2 · Queries`. */
export const stepTitle = (store: TraceStore, step: Step): string =>
  [store.partName(step), titleInPart(store, step)].filter(Boolean).join(' · ');

/** The same without the part of the computation that it belongs to: `Head 3: Scores`, `Queries`. */
export function titleInPart(store: TraceStore, step: Step): string {
  const { title } = stepText(store, step);
  const { head } = step.scope;
  return head === undefined ? title : store.headName(head) + store.t.proof.colon + title;
}

/** Where the numbers of a step without inputs come from. */
export function originText(store: TraceStore, step: Step): string | undefined {
  const { leaf, op } = step;
  const { origins } = store.t.ui;
  if (isNumber(step)) return origins.number;
  const own = store.ownOrigin(step);
  if (own) return origins[own];
  const known: Partial<Record<Step['op'], string>> = origins;
  return leaf ? (known[op] ?? origins.formula) : undefined;
}

/** Whether these are values of cross-attention that come from the source's words, not from the encoder. */
function readsWords(store: TraceStore, { kind, scope, inputs }: Partial<Step>): boolean {
  if (kind !== 'v' || scope?.part !== 'cross_attention') return false;
  return store.step(inputs![0]!)?.scope.part === 'words';
}

/** The texts of a step that does something else than its kind says of all. */
function variantOf(store: TraceStore, step: Partial<Step>): string | undefined {
  if (readsWords(store, step)) return 'raw_v';
  const isShifted = step.kind === 'causal_mask' && (step.attributes?.past ?? 0) !== 0;
  return isShifted ? 'shifted_causal_mask' : undefined;
}

/** The title of a step and its text: what it does, also where a fault has it do another thing. */
export function stepText(
  store: TraceStore,
  step: Pick<Step, 'kind' | 'gradient'> & Partial<Step>,
): StepText {
  const { kind, gradient } = step;
  const texts: Record<string, StepText | undefined> = store.t.steps;
  const own = texts[variantOf(store, step) ?? kind] ?? { title: kind, text: '' };
  const mixed = cutsByView(step) && texts[kind === 'concat' ? 'concat_by_view' : 'heads_by_view'];
  if (mixed) return { ...mixed, title: fill(mixed.title, { of: own.title }) };
  if (!gradient) return own;
  // The words of a gradient follow the step that it belongs to, and the operation that passes it on.
  const of = gradient.of === undefined ? undefined : store.step(gradient.of);
  const through = gradient.through === undefined ? undefined : store.step(gradient.through);
  const title = fill(own.title, {
    of: of ? stepText(store, of).title : '',
    through: through ? stepText(store, through).title : '',
  });
  const passes = of && through && of !== through ? texts[`gradient_${through.op}`] : undefined;
  return { ...own, ...passes, title };
}
