import { html, type TemplateResult } from 'lit';
import { quoted } from '../../kit/drawing/listed.js';
import '../../parts/figure/slice.js';
import type { Measure } from '../../figures/marks.js';
import type { Extent } from '../../styles/colour-scales.js';
import { axisNames } from '../../trace/axes.js';
import type { Slice } from '../../trace/layout.js';
import type { TraceStore } from '../../trace/store.js';
import type { Frame, Grid, Part } from './frames.js';
import type { Texts } from './texts/en.js';

/** What is drawn, and in what room. */
export interface View {
  t: Texts;
  store: TraceStore;
  plain: TraceStore;
  grid: Grid;
  frame: Frame;
  slice: Slice;
  /** Width of the stage in CSS pixels. */
  room: number;
  measure: Measure;
}

interface Options {
  /** The common extent of grids whose colours are compared. */
  extent?: Extent | undefined;
  /** Cells that differ from this step are marked. */
  before?: string | undefined;
  unlabelled?: boolean;
  rows?: Part;
  of?: TraceStore;
}

/** More columns than that would scroll: they are all in sight instead. */
const MOST_COLUMNS = 16;

/** A step as a small grid with a given name. */
export function renderGrid(
  { store, slice, room }: View,
  path: string,
  name: string,
  { before = '', extent, unlabelled = false, rows, of = store }: Options = {},
): TemplateResult {
  return html`<ap-slice
    fixed
    .store=${of}
    .path=${path}
    .slice=${slice}
    .name=${name}
    .room=${Math.min(room, 420)}
    .detail=${of.step(path)!.shape.at(-1)! > MOST_COLUMNS ? 'fit' : 'auto'}
    .against=${before}
    .rows=${rows}
    .extent=${extent}
    ?unlabelled=${unlabelled}
  ></ap-slice>`;
}

/** The words at some positions, listed for a sentence. */
export function wordsAt({ plain }: View, axis: 'query' | 'key', places: readonly number[]): string {
  const weights = plain.step('weights')!;
  const names = plain.labels(weights, axisNames(weights).indexOf(axis), 0) ?? [];
  return quoted(
    plain.state.lang,
    places.map((place) => names[place] ?? ''),
  );
}

export const placesOf = ([first, count]: Part): number[] =>
  Array.from({ length: count }, (_, i) => first + i);
