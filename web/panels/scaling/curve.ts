import { html, nothing, svg, type TemplateResult } from 'lit';
import { pixel, type Axis } from '../../figures/axis.js';
import { HALVES, WIDTHS, type Half } from './study.js';

/** A chart's values for each width; undefined if not measured yet. */
export interface Curve {
  name: string;
  values: readonly (Record<Half, number> | undefined)[];
  /** Index of the chosen width. */
  at: number;
  axis: Axis;
  /** A level to compare with, and its label. */
  level?: { value: number; text: string };
  choose: (dK: number) => void;
}

const [WIDTH, HEIGHT] = [360, 220];
const [LEFT, RIGHT, TOP, FOOT] = [46, 350, 10, 184];
const APART = (RIGHT - LEFT - 16) / (WIDTHS.length - 1);

const x = (i: number): number => LEFT + 8 + i * APART;

/** A measure over d_k, with and without scaling. A click chooses a d_k; for the keyboard there is the slider. */
export function renderCurve({ name, values, at, axis, level, choose }: Curve): TemplateResult {
  const y = (value: number): number => pixel(axis.place(value), axis, FOOT, TOP);
  return html`<svg class="curve" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${name}>
    ${axis.marks.map(
      ({ value, text }) => svg`
        <line class="rule" x1=${LEFT} x2=${RIGHT} y1=${y(value)} y2=${y(value)} />
        <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${text}</text>`,
    )}
    ${WIDTHS.map(
      (width, i) =>
        svg`<text class=${i === at ? 'on' : ''} x=${x(i)} y=${FOOT + 16} text-anchor="middle">${width}</text>`,
    )}
    <text x=${RIGHT} y=${HEIGHT - 4} text-anchor="end">d_k →</text>
    <line class="at" x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${FOOT} />
    ${
      level
        ? svg`<line class="level" x1=${LEFT} x2=${RIGHT} y1=${y(level.value)} y2=${y(level.value)} />
            <text class="of-level" x=${RIGHT} y=${y(level.value) - 6} text-anchor="end">${level.text}</text>`
        : nothing
    }
    ${HALVES.map((half) => renderLine(half, values, y, at))}
    ${WIDTHS.map(
      (
        width,
        i,
      ) => svg`<rect class="hit" x=${x(i) - APART / 2} width=${APART} y="0" height=${HEIGHT}
        @click=${() => choose(width)} />`,
    )}
  </svg>`;
}

function renderLine(
  half: Half,
  values: Curve['values'],
  y: (value: number) => number,
  at: number,
): TemplateResult {
  const known = values.flatMap((each, i) => (each ? [{ i, value: each[half] }] : []));
  const points = known.map(({ i, value }) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`);
  return svg`<g class=${half}><polyline points=${points.join(' ')} />${known.map(({ i, value }) =>
    renderPoint(half, x(i), y(value), { large: i === at, value, i }),
  )}</g>`;
}

/** Squares and discs, so that the two lines differ not only in colour. */
function renderPoint(
  half: Half,
  cx: number,
  cy: number,
  { large, value, i }: { large: boolean; value: number; i: number },
): TemplateResult {
  const r = large ? 5 : 3;
  return half === 'scaled'
    ? svg`<circle cx=${cx} cy=${cy} r=${r} data-dk=${WIDTHS[i]!} data-value=${String(value)} />`
    : svg`<rect x=${cx - r} y=${cy - r} width=${2 * r} height=${2 * r}
        data-dk=${WIDTHS[i]!} data-value=${String(value)} />`;
}
