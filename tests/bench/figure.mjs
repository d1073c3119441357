// A line figure as SVG, both axes logarithmic, of one to three series. Text and axes take the colour of the page around them;
// lines differ in colour and in the form of their marks. A legend names them where there are several.

// Small, so that text stays readable in a column of 300 pixels.
const size = { width: 320, height: 246 };
const plot = { left: 58, right: 302, top: 52, bottom: 204 };
/** Between the plot's border and its outermost ticks. */
const inset = 8;
/** With at least 3 : 1 on the page's light and dark backgrounds. */
const colours = ['#2f7fd0', '#c9701a', '#a35fb8'];

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const at = (value) => value.toFixed(1);

/** All steps times powers of a base that can matter here, ascending. */
const rungs = (base, steps = [1]) =>
  Array.from({ length: 60 }, (_, i) => base ** (i - 15)).flatMap((power) =>
    steps.map((step) => step * power),
  );

/** The fewest neighbours that enclose all values, three at least; records round to five digits. */
function enclosing(all, values) {
  const [low, high] = [1.001 * Math.min(...values), Math.max(...values) / 1.001];
  const first = all.findLastIndex((rung) => rung <= low);
  const last = all.findIndex((rung) => rung >= high);
  return all.slice(first, Math.max(last, first + 2) + 1);
}

/** Ticks for milliseconds: decades where finer ones would be many. */
function timeTicks(values) {
  const finer = enclosing(rungs(10, [1, 2, 5]), values);
  return finer.length > 8 ? enclosing(rungs(10), values) : finer;
}

function byteTicks(values) {
  const doublings = enclosing(rungs(2), values);
  return doublings.length > 6 ? enclosing(rungs(4), values) : doublings;
}

const number = (value) => value.toLocaleString('en', { maximumSignificantDigits: 6 });
const bytes = (value) =>
  value >= 2 ** 30 ? `${number(value / 2 ** 30)} GiB` : `${number(value / 2 ** 20)} MiB`;

const measures = {
  time: { ticks: timeTicks, label: number },
  memory: { ticks: byteTicks, label: bytes },
};

/** Maps from the first tick to the last one onto pixels. */
function scale(ticks, from, to) {
  const low = Math.log(ticks[0]);
  const high = Math.log(ticks.at(-1));
  return (value) => from + ((Math.log(value) - low) / (high - low)) * (to - from);
}

const line = (x1, y1, x2, y2, opacity) =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="currentColor" stroke-opacity="${opacity}"/>`;

const text = (x, y, anchor, content, attributes = '') =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}"${attributes}>${escape(content)}</text>`;

const marks = [
  (x, y) => `<circle cx="${at(x)}" cy="${at(y)}" r="3.4"/>`,
  (x, y) => `<rect x="${at(x - 3.5)}" y="${at(y - 3.5)}" width="7" height="7"/>`,
  (x, y) =>
    `<polygon points="${at(x)},${at(y - 4.2)} ${at(x + 4)},${at(y + 3)} ${at(x - 4)},${at(y + 3)}"/>`,
];

function drawSeries({ points }, index, x, y) {
  const colour = colours[index];
  const path = points.map(([across, value]) => `${at(x(across))},${at(y(value))}`).join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<g fill="${colour}">`,
    ...points.map(([across, value]) => marks[index](x(across), y(value))),
    '</g>',
  ];
}

/** About as wide as letters are in a wide font, Chinese ones among them. */
const widthOf = (label) =>
  [...label].reduce((sum, letter) => {
    if (letter > '\u2e80') return sum + 12;
    if (/[-ijltfr. ]/.test(letter)) return sum + 4.6;
    return sum + (/[mw]/.test(letter) ? 11 : 7.4);
  }, 0);

/** A row above the plot, where no curve can cross it, ending at its right border. */
function drawLegend(series) {
  const row = plot.top - 14;
  let right = plot.right;
  return series
    .map(({ label }, index) => ({ label, index }))
    .reverse()
    .flatMap(({ label, index }) => {
      const left = right - widthOf(label);
      right = left - 24;
      return [
        `<g fill="${colours[index]}">${marks[index](left - 8, row - 4)}</g>`,
        text(left, row, 'start', label),
      ];
    });
}

/** `measure` is time or memory; `vertical` the unit of its axis, if ticks do not say it; points are [across, value]. */
export function figure({
  id,
  language,
  title,
  description,
  horizontal,
  vertical,
  measure,
  series,
}) {
  const all = series.flatMap(({ points }) => points);
  const { ticks, label } = measures[measure];
  const columns = enclosing(
    rungs(2),
    all.map(([across]) => across),
  );
  const rows = ticks(all.map(([, value]) => value));
  const x = scale(columns, plot.left + inset, plot.right - inset);
  const y = scale(rows, plot.bottom - inset, plot.top);
  // All where they fit on a phone, otherwise every other one.
  const step = columns.length > 7 ? 2 : 1;
  const shown = (index) => (columns.length - 1 - index) % step === 0;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" lang="${language}" role="img" aria-labelledby="${id}-title ${id}-description" fill="currentColor" font-family="sans-serif" font-size="12">`,
    `<title id="${id}-title">${escape(title)}</title>`,
    `<desc id="${id}-description">${escape(description)}</desc>`,
    ...rows.flatMap((value) => [
      line(plot.left, y(value), plot.right, y(value), 0.2),
      text(plot.left - 6, y(value) + 4, 'end', label(value)),
    ]),
    ...columns.flatMap((value, index) => [
      line(x(value), plot.bottom, x(value), plot.bottom + 5, 0.6),
      ...(shown(index) ? [text(x(value), plot.bottom + 18, 'middle', number(value))] : []),
    ]),
    line(plot.left, plot.bottom, plot.right, plot.bottom, 0.6),
    text(size.width / 2, 15, 'middle', title, ' font-weight="bold"'),
    ...(vertical ? [text(2, plot.top - 14, 'start', vertical)] : []),
    text(plot.right, plot.bottom + 36, 'end', horizontal),
    // The first one last: where curves meet, the others' larger marks look out from under its own.
    ...series
      .map((each, index) => drawSeries(each, index, x, y))
      .reverse()
      .flat(),
    ...(series.length > 1 ? drawLegend(series) : []),
    '</svg>',
    '',
  ].join('\n');
}
