import type { Edit } from '../engine/types/index.js';
import type { Language } from '../i18n/index.js';

export const WEIGHTS_VIEWS = ['matrix', 'heads', 'text'] as const;
export type WeightsViewName = (typeof WEIGHTS_VIEWS)[number];
/** Lines where one is led, else the matrix; or a view that was chosen. */
export const WEIGHTS_VIEW_CHOICES = ['auto', ...WEIGHTS_VIEWS] as const;
export const LANGUAGES = ['en', 'zh'] as const satisfies readonly Language[];

/** The user's view and edits, whatever options the trace was made with. */
export interface ViewState {
  /** The seed of the numbers drawn at random. */
  seed: number;
  edits: Edit[];
  step: string;
  /** The kept cell, and its step ('' = the current one). */
  cell: number[] | null;
  cellStep: string;
  /** The sentence and the head shown. */
  batch: number;
  head: number;
  weightsView: (typeof WEIGHTS_VIEW_CHOICES)[number];
  /** Whether sums stand below the columns of weights, too. */
  columnSums: boolean;
  hiddenHeads: number[];
  focusToken: { side: 'query' | 'key'; index: number } | null;
  decimals: number;
  lang: Language;
}

/** The part of the view that needs no new trace when it changes. */
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
  weightsView: 'auto',
  columnSums: false,
  hiddenHeads: [],
  focusToken: null,
  decimals: 2,
  lang: 'en',
};
