import { html, type TemplateResult } from 'lit';
import type { Extent } from '../../elements/colour-scales.js';
import type { Slice } from '../../elements/matrix-layout.js';
import type { TraceStore } from '../../elements/trace-store.js';
import type { texts } from '../../i18n/en/panels/tiles.js';
import { quoted } from '../listed.js';
import '../number-grid.js';
import type { Frame, Grid, Part } from './frames.js';

export type Texts = typeof texts;

/** What is drawn, and where. */
export interface View {
  t: Texts;
  store: TraceStore;
  plain: TraceStore;
  grid: Grid;
  frame: Frame;
  slice: Slice;
  /** Width of the stage in CSS pixels. */
  room: number;
}

interface Options {
  /** Of all grids whose colours are to be compared. */
  extent?: Extent | undefined;
  /** Where it differs from this step, it is marked. */
  before?: string | undefined;
  unlabelled?: boolean;
  rows?: Part;
  of?: TraceStore;
}

/** A step as a small grid under a name of its own. */
export function renderGrid(
  { store, slice, room }: View,
  path: string,
  name: string,
  { before = '', extent, unlabelled = false, rows, of = store }: Options = {},
): TemplateResult {
  return html`<ap-number-grid
    .store=${of}
    .path=${path}
    .slice=${slice}
    .name=${name}
    .room=${Math.min(room, 420)}
    .against=${before}
    .rows=${rows}
    .extent=${extent}
    ?unlabelled=${unlabelled}
  ></ap-number-grid>`;
}

/** The words of some places, as they are listed in a sentence. */
export function wordsAt({ plain }: View, axis: 'query' | 'key', places: readonly number[]): string {
  const names = plain.labels(plain.step('weights')!, axis === 'query' ? 2 : 3, 0) ?? [];
  return quoted(
    plain.state.lang,
    places.map((place) => names[place] ?? ''),
  );
}

export const placesOf = ([first, count]: Part): number[] =>
  Array.from({ length: count }, (_, i) => first + i);
