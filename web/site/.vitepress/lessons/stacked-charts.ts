// Charts of a panel as one picture.

import { chart, type ChartData } from '../../../figures/chart/chart.js';
import { measure as measureText } from '../../../figures/measured.js';
import { text, type Mark } from '../../../figures/marks.js';

const WIDTH = 420;
/** Of one of two charts, and of one by itself. */
const HEIGHTS = { two: 110, one: 190 };
const HEAD = 20;
const GAP = 14;

export interface Titled {
  title: string;
  data: ChartData;
}

/** Charts one below the other, each under its title. */
export function stacked(charts: readonly Titled[]): {
  width: number;
  height: number;
  marks: Mark[];
} {
  const height = charts.length > 1 ? HEIGHTS.two : HEIGHTS.one;
  const size = { width: WIDTH, height };
  const each = HEAD + height + GAP;
  const marks = charts.map(({ title, data }, i): Mark => ({
    type: 'group',
    dy: i * each,
    marks: [
      text({ x: 0, y: 13, text: title, size: 12.5, colour: 'ink' }),
      { type: 'group', dy: HEAD, marks: [...chart(data, size, measureText).marks] },
    ],
  }));
  return { width: WIDTH, height: charts.length * each - GAP, marks };
}
