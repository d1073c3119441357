// The charts of the study of √d_k as SVG: those that a beat shows.

import type { Language } from '../../../i18n/index.js';
import type { AttentionPlayground } from '../../../engine/types/index.js';
import { fill } from '../../../i18n/fill.js';
import type { PanelStore } from '../../../panels/panel-store.js';
import {
  curveChart,
  histogramChart,
  histogramsOf,
  sharesChart,
  weightsOf,
} from '../../../panels/scaling/charts.js';
import {
  FIRST_QUERY,
  HALVES,
  measure,
  pathIn,
  uniform,
  WIDTHS,
  type Half,
  type Study,
} from '../../../panels/scaling/study.js';
import { texts as en, type Texts } from '../../../panels/scaling/texts/en.js';
import { texts as zh } from '../../../panels/scaling/texts/zh.js';
import { brief } from '../../../trace/numbers.js';
import { stacked, type Titled } from './stacked-charts';
import { svgInPage } from './svg';

const TEXTS = { en, zh };
/** As HTML of one line; '' where the panel shows something that has no picture. */
export function pictureOfStudy(
  engine: AttentionPlayground,
  store: PanelStore<Study>,
  { only, lang, id }: { only: string; lang: Language; id: string },
): string {
  const charts = chartsOf(engine, store, only, TEXTS[lang]);
  const title = charts.map((one) => one.title).join('; ');
  return charts.length === 0 ? '' : svgInPage(stacked(charts), { title, lang, id });
}

function chartsOf(
  engine: AttentionPlayground,
  store: PanelStore<Study>,
  only: string,
  t: Texts,
): Titled[] {
  const { dK, keys, seed } = store.options;
  const first = (half: Half, name: string): string =>
    brief(store.tensor(pathIn(half, name)).data[0]!);
  const named = (half: Half, more: string): string => `${t[half]} · dₖ = ${dK}${more}`;
  switch (only) {
    case 'distribution':
      return histogramsOf(store).map(({ half, counted, tallest }) => ({
        title: named(half, ` · ${t.variance} ${first(half, 'variance')}`),
        data: histogramChart(half, counted, tallest),
      }));
    case 'weights':
      return HALVES.map((half) => ({
        title: named(half, ''),
        data: sharesChart(half, weightsOf(store, half, FIRST_QUERY)),
      }));
    case 'gradient': {
      const measured = WIDTHS.map((width) => measure(engine, { dK: width, keys, seed }));
      const curves = { measured, uniform: uniform(engine, keys) };
      const data = curveChart(t, store.options, curves, 'mean_gradient');
      return [{ title: fill(t.measures.mean_gradient, { keys }), data }];
    }
    default:
      return [];
  }
}
