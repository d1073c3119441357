// A line figure as SVG, both axes logarithmic. Text and axes take the colour of the page around them; the
// lines differ in colour and in the form of their marks, and carry their names.

const size = { width: 400, height: 300 };
const plot = { left: 52, right: 384, top: 54, bottom: 256 };
const colours = ['#2f7fd0', '#c9701a'];

const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Powers of `base` from at or below the least to at or above the largest value. */
function ticks(values, base) {
  const exponent = (value) => Math.log(value) / Math.log(base);
  const first = Math.floor(exponent(Math.min(...values)) + 1e-9);
  const last = Math.ceil(exponent(Math.max(...values)) - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, index) => base ** (first + index));
}

/** Maps from the first tick to the last one onto pixels. */
function scale(marks, from, to) {
  const low = Math.log(marks[0]);
  const high = Math.log(marks.at(-1));
  return (value) => from + ((Math.log(value) - low) / (high - low)) * (to - from);
}

const label = (value) => (value >= 1 ? String(Math.round(value)) : String(+value.toPrecision(1)));
const at = (value) => value.toFixed(1);

const line = (x1, y1, x2, y2, opacity) =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" stroke="currentColor" stroke-opacity="${opacity}"/>`;

const text = (x, y, anchor, content, attributes = '') =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}" ${attributes}>${escape(content)}</text>`;

const marks = [
  (x, y) => `<circle cx="${at(x)}" cy="${at(y)}" r="4"/>`,
  (x, y) => `<rect x="${at(x - 4)}" y="${at(y - 4)}" width="8" height="8"/>`,
];

function drawSeries({ points }, index, x, y) {
  const colour = colours[index];
  const path = points.map(([tokens, value]) => `${at(x(tokens))},${at(y(value))}`).join(' ');
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<g fill="${colour}">`,
    ...points.map(([tokens, value]) => marks[index](x(tokens), y(value))),
    '</g>',
  ];
}

function drawLegend(series) {
  const row = (index) => plot.top + 16 + 20 * index;
  return series.flatMap((each, index) => [
    `<g fill="${colours[index]}">${marks[index](plot.left + 14, row(index) - 5)}</g>`,
    text(plot.left + 26, row(index), 'start', each.label),
  ]);
}

export function figure({ id, language, title, description, horizontal, vertical, series }) {
  const all = series.flatMap(({ points }) => points);
  const tokens = ticks(
    all.map(([value]) => value),
    2,
  );
  const values = ticks(
    all.map(([, value]) => value),
    10,
  );
  const x = scale(tokens, plot.left + 8, plot.right - 8);
  const y = scale(values, plot.bottom, plot.top);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" lang="${language}" role="img" aria-labelledby="${id}-title ${id}-description" fill="currentColor" font-family="sans-serif" font-size="13">`,
    `<title id="${id}-title">${escape(title)}</title>`,
    `<desc id="${id}-description">${escape(description)}</desc>`,
    ...values.flatMap((value) => [
      line(plot.left, y(value), plot.right, y(value), 0.2),
      text(plot.left - 6, y(value) + 4, 'end', label(value)),
    ]),
    ...tokens.flatMap((value, index) => [
      line(x(value), plot.bottom, x(value), plot.bottom + 5, 0.6),
      // Every other one, so that they stay apart on a phone.
      ...(index % 2 ? [text(x(value), plot.bottom + 20, 'middle', String(value))] : []),
    ]),
    line(plot.left, plot.bottom, plot.right, plot.bottom, 0.6),
    text(size.width / 2, 18, 'middle', title, 'font-weight="bold"'),
    text(plot.left - 6, plot.top - 16, 'end', vertical),
    text(plot.right, plot.bottom + 38, 'end', horizontal),
    ...series.flatMap((each, index) => drawSeries(each, index, x, y)),
    ...drawLegend(series),
    '</svg>',
    '',
  ].join('\n');
}
