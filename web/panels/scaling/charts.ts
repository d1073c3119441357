// The charts of the study as data: what a page draws, and what is drawn without one.

import { doublingAxis, levelAxis, plainAxis, type Axis } from '../../figures/chart/axis.js';
import type { ChartData, ChartLine } from '../../figures/chart/chart.js';
import type { Computed, Numbers } from '../../engine/types/computed.js';
import type { Histogram } from '../../engine/types/index.js';
import { fill } from '../../i18n/fill.js';
import { brief, rounded } from '../../trace/numbers.js';
import type { PanelStore } from '../panel-store.js';
import {
  COLOURS,
  HALVES,
  pathIn,
  WIDTHS,
  type Half,
  type Measure,
  type Measured,
  type Study,
} from './study.js';
import type { Texts } from './texts/en.js';

/** The number of bars of a histogram. */
const BINS = 41;
const LEVELS = levelAxis({ low: 0, high: 1 });

/** What was measured over all widths. */
export interface Curves {
  /** By index in WIDTHS; undefined until measured. */
  measured: readonly (Measured | undefined)[];
  /** The measures of equal weights. */
  uniform: { mean_entropy: Computed; mean_gradient: Computed };
}

/** The scores of both halves, counted on one axis, which reaches as far as `held` if that is given. */
export function histogramsOf(
  store: PanelStore<Study>,
  held?: Computed,
): { half: Half; counted: Histogram; tallest: Computed }[] {
  const reach = held ?? (store.extent('scores').reach || 1);
  const all = HALVES.map((half) => ({
    half,
    counted: store.histogram(pathIn(half, 'scores'), { bins: BINS, reach }),
  }));
  const tallest = all.reduce<Computed>(
    (most, { counted: { largest } }) => (largest > most ? largest : most),
    1,
  );
  return all.map((one) => ({ ...one, tallest }));
}

/** Bars; both halves share the axis and the height of the tallest bar. */
export const histogramChart = (
  half: Half,
  { counts, edges }: Histogram,
  tallest: Computed,
): ChartData => ({
  count: BINS,
  axis: '',
  levels: levelAxis({ low: 0, high: tallest }),
  bars: { values: counts, colour: COLOURS[half] },
  ticks: [
    { at: -0.5, text: rounded(edges[0]!, 1) },
    { at: (BINS - 1) / 2, text: '0' },
    { at: BINS - 0.5, text: rounded(edges[BINS]!, 1) },
  ],
});

/** The weights of one query, as a row of its matrix. */
export function weightsOf(store: PanelStore<Study>, half: Half, query: number): Numbers {
  const { keys } = store.options;
  return store.tensor(pathIn(half, 'weights')).data.subarray(query * keys, (query + 1) * keys);
}

/** Weights as bars from 0 to 1. */
export const sharesChart = (half: Half, weights: Numbers, at?: number): ChartData => ({
  count: weights.length,
  axis: '',
  levels: LEVELS,
  bars: { values: weights, colour: COLOURS[half] },
  at,
});

/** A measure over all widths that are measured, with and without scaling, and what equal weights would have. */
export function curveChart(
  t: Texts,
  { dK, keys }: Study,
  { measured, uniform }: Curves,
  measure: Measure,
): ChartData {
  const places = WIDTHS.flatMap((_, i) => (measured[i] ? [i] : []));
  const line = (half: Half): ChartLine => ({
    places,
    values: places.map((i) => measured[i]![measure][half]),
    colour: COLOURS[half],
    points: half === 'scaled' ? 'disc' : 'square',
    ...(half === 'unscaled' && { dash: [5, 3] }),
  });
  const lines = [line('scaled'), line('unscaled')];
  const level = measure === 'variance' ? undefined : uniform[measure];
  const rule =
    measure === 'variance' || level === undefined
      ? undefined
      : { value: level, text: fill(t.levels[measure], { keys, value: brief(level) }) };
  return {
    count: WIDTHS.length,
    axis: t.widthAxis,
    levels: axisOf(
      measure,
      lines.flatMap(({ values }) => [...(values as Computed[])]),
      level ?? 1,
    ),
    lines,
    at: WIDTHS.indexOf(dK),
    ticks: WIDTHS.map((width, at) => ({ at, text: String(width) })),
    ...(rule && { rule }),
  };
}

const axisOf = (measure: Measure, known: readonly Computed[], level: Computed): Axis =>
  measure === 'variance' ? doublingAxis(known) : plainAxis([level, ...known]);
