// One figure, two renderers: every cell has the same colour on the canvas and in the SVG, and the rest of the picture is
// the same too.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';
import { drawFigure, storeWith, web } from '../../figures/support/draw.mjs';
import { openBrowser } from '../support/chromium.mjs';

/** Steps between two of the 256 values of a colour's channel; the two renderers round in different places. */
const CHANNEL = 2;
/** The mean of a hatched cell depends on where its lines begin and end. */
const HATCHED = 24;
/** Pixels between cells of less than that belong to both; hatching of smaller cells is not even. */
const LEAST = 3;
const LINES = 10;
/** The part of all pixels that may differ visibly: edges of letters and lines. */
const EDGES = 0.03;
const RATIO = 2;

let browser;
let page;
before(async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: ['canvas', 'paper']
        .map(
          (name) => `export * from ${JSON.stringify(join(root, `web/figures/render/${name}.ts`))};`,
        )
        .join('\n'),
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'render',
    tsconfig: join(root, 'tsconfig.base.json'),
  });
  browser = await openBrowser();
  page = await browser.newPage();
  await page.addScriptTag({ content: outputFiles[0].text });
});
after(() => browser?.close());

/** The cells of a figure: where a point without digits is, and how much of the cell may be looked at. */
function pointsOf(figure) {
  const points = [];
  for (const { mark, by, clip } of web.everyMark(figure.marks)) {
    if (mark.type !== 'cells') continue;
    const [wide, high] = [mark.width / mark.columns, mark.height / mark.rows];
    if (Math.min(wide, high) < LEAST) continue;
    mark.values.forEach((value, i) => {
      const x = mark.x + by.x + ((i % mark.columns) + 0.5) * wide;
      const y = mark.y + by.y + (Math.floor(i / mark.columns) + (mark.texts ? 0.15 : 0.5)) * high;
      const seen = !clip || (x > clip.x && x < clip.x + clip.width);
      const hatched = !Number.isFinite(value);
      if (seen && !(hatched && Math.min(wide, high) < LINES))
        points.push({ x, y, hatched, wide, high });
    });
  }
  return points;
}

/** Runs in the page: the colours of both at each point, and the part of all pixels that differ. */
async function compare({ figure, svg, points, scheme, ratio }) {
  const { width, height } = figure;
  const one = document.createElement('canvas');
  render.drawFigure(one, figure, render.paperLook(scheme), ratio);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const other = document.createElement('canvas');
  other.width = one.width;
  other.height = one.height;
  const context = other.getContext('2d');
  context.drawImage(image, 0, 0, width * ratio, height * ratio);
  const ground = document.createElement('canvas');
  ground.width = one.width;
  ground.height = one.height;
  const under = ground.getContext('2d');
  under.fillStyle = render.paperLook(scheme).colours.ground;
  under.fillRect(0, 0, ground.width, ground.height);
  under.drawImage(one, 0, 0);
  const pixels = [under, context].map(
    (each) => each.getImageData(0, 0, one.width, one.height).data,
  );
  const mean = (data, { x, y, hatched, wide, high }) => {
    const reach = hatched ? [(wide / 2 - 3) * ratio, (high / 6) * ratio] : [0, 0];
    const sum = [0, 0, 0];
    let count = 0;
    for (let v = Math.round(y * ratio - reach[1]); v <= Math.round(y * ratio + reach[1]); v += 1) {
      for (
        let u = Math.round(x * ratio - reach[0]);
        u <= Math.round(x * ratio + reach[0]);
        u += 1
      ) {
        const at = (v * one.width + u) * 4;
        for (let i = 0; i < 3; i += 1) sum[i] += data[at + i];
        count += 1;
      }
    }
    return sum.map((value) => value / count);
  };
  let differing = 0;
  for (let at = 0; at < pixels[0].length; at += 4) {
    const far = [0, 1, 2].some((i) => Math.abs(pixels[0][at + i] - pixels[1][at + i]) > 64);
    if (far) differing += 1;
  }
  return {
    colours: points.map((point) => pixels.map((data) => mean(data, point))),
    differing: differing / (one.width * one.height),
  };
}

const cases = [
  { step: 'scores', size: [790, 560] },
  { step: 'weights', size: [790, 560], scheme: 'dark' },
  { step: 'masked_scores', size: [336, 420] },
  { step: 'masked_scores', size: [790, 560], more: { detail: 'fit' } },
  { step: 'q', size: [790, 560] },
  { step: 'x', size: [500, 500] },
  // So many cells that the canvas, and so many that both, draw them as a picture.
  { step: 'w_q', size: [790, 560] },
  { step: 'w_q', size: [790, 900], patch: { dModel: 160 } },
  { step: 'weights', size: [700, 700], patch: { sentences: ['a '.repeat(60)], tokens: [null] } },
];

for (const { step, size, more, patch = {}, scheme = 'light' } of cases) {
  const options = [...Object.keys(patch), more?.detail].filter(Boolean);
  const name = [step, size.join(' × '), scheme, ...options].join(' ');
  test(`${name}: the canvas and the SVG have the same colours`, async () => {
    const store = storeWith({ mask: 'causal', step, ...patch });
    try {
      const figure = drawFigure(store, step, size, more);
      const { width, height, marks } = figure;
      const look = web.paperLook(scheme);
      const svg = web.svgOf(figure, { look, lang: 'en', title: step, id: 'figure' });
      const points = pointsOf(figure);
      assert.ok(points.length >= 49);
      const given = { figure: { width, height, marks }, svg, points, scheme, ratio: RATIO };
      const { colours, differing } = await page.evaluate(compare, given);
      const wrong = colours.flatMap(([one, other], i) => {
        const most = points[i].hatched ? HATCHED : CHANNEL;
        const near = one.every((channel, k) => Math.abs(channel - other[k]) <= most);
        const { x, y, hatched } = points[i];
        return near ? [] : [`${x}, ${y}${hatched ? ' hatched' : ''}: ${one} and ${other}`];
      });
      assert.deepEqual(wrong.slice(0, 5), []);
      assert.ok(differing < EDGES, `${differing} of all pixels differ`);
    } finally {
      store.dispose();
    }
  });
}
