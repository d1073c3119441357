import { html, type TemplateResult } from 'lit';
import { fill } from '../../i18n/fill.js';
import '../../parts/figure/slice.js';
import type { Extent } from '../../styles/colour-scales.js';
import { headColourCss } from '../../styles/head-colours.js';
import type { TraceStore } from '../../trace/store.js';
import type { WorkerParts, Part } from './worker-parts.js';
import type { Texts } from './texts/en.js';

/** What is drawn, and in what room. */
export interface View {
  t: Texts;
  store: TraceStore;
  alone: TraceStore;
  holdings: WorkerParts[];
  /** Width of the stage in CSS pixels. */
  room: number;
  /** Whether the parts of a worker stand below each other. */
  isNarrow: boolean;
}

const PATTERNS = 8;

/** A worker's colour, and a pattern so that the colour is not needed. */
export function workerStyle(worker: number): { style: string; pattern: string } {
  return { style: `--worker:${headColourCss(worker)}`, pattern: `pattern-${worker % PATTERNS}` };
}

export function renderSwatch(worker: number): TemplateResult {
  const { style, pattern } = workerStyle(worker);
  return html`<i class="swatch ${pattern}" .style=${style} aria-hidden="true"></i>`;
}

/** `3 to 4`, or a single number; heads are counted from 1, positions from 0. */
export function fromTo(t: Texts, [first, count]: Part, start: 0 | 1): string {
  if (count === 1) return String(first + start);
  return fill(t.fromTo, { from: first + start, to: first + count - 1 + start });
}

/** The common extent of the partial products and their sum, so that they share a scale. */
export function sumExtent({ store, holdings }: View): Extent {
  return store.extent('output', ...holdings.map(({ partial }) => partial));
}
