import type { Edit } from '../engine/types.js';
import type { Language } from '../i18n/index.js';

export const WEIGHTS_VIEWS = ['matrix', 'heads', 'text'] as const;
export const LANGUAGES = ['en', 'zh'] as const satisfies readonly Language[];

/** Where a person looks and what they changed by hand, whatever the trace was asked for with. */
export interface ViewState {
  /** Of the numbers drawn at random. */
  seed: number;
  edits: Edit[];
  step: string;
  /** The kept cell, and the step it lies in ('' = the shown one). */
  cell: number[] | null;
  cellStep: string;
  /** Which sentence and which head are shown. */
  batch: number;
  head: number;
  weightsView: (typeof WEIGHTS_VIEWS)[number];
  hiddenHeads: number[];
  focusToken: { side: 'query' | 'key'; index: number } | null;
  decimals: number;
  lang: Language;
}

/** What the parts that show steps change: no number of a trace depends on it. */
export type ViewPatch = Partial<
  Pick<
    ViewState,
    'batch' | 'head' | 'weightsView' | 'hiddenHeads' | 'focusToken' | 'decimals' | 'lang'
  >
>;

export const FIRST_VIEW: ViewState = {
  seed: 1,
  edits: [],
  step: '',
  cell: null,
  cellStep: '',
  batch: 0,
  head: 0,
  weightsView: 'matrix',
  hiddenHeads: [],
  focusToken: null,
  decimals: 2,
  lang: 'en',
};
