// More walks than walk.test.mjs has: each step is drawn, and each drawn cell compared with the recorded tensor.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { compareNumbers, drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** Goes through all steps of the page's trace and compares all that each one draws. */
async function walk(page) {
  const paths = await page.evaluate(() =>
    document.querySelector('attention-playground').trace.steps.map(({ path }) => path),
  );
  let cells = 0;
  let hatched = 0;
  for (const path of paths) {
    await goTo(page, path);
    const found = await compareNumbers(page);
    assert.deepEqual(found.wrong, [], `at ${path}`);
    assert.ok(found.cells > 0, `${path} draws no number`);
    // Ids and lengths are no amounts to be compared: digits without colour.
    const coloured = !/(^|\.)(ids|lengths)$/.test(path);
    assert.equal(found.pixels > 0, coloured, `${path}: ${found.pixels} pixels`);
    const stage = page.locator('ap-stage section.stage');
    assert.equal(await stage.getAttribute('data-step'), path);
    const shape = await page.evaluate(
      (path) =>
        document
          .querySelector('attention-playground')
          .trace.steps.find((step) => step.path === path)
          .shape.join(),
      path,
    );
    assert.equal(await stage.getAttribute('data-shape'), shape);
    cells += found.cells;
    hatched += found.hatched;
  }
  return { steps: paths.length, cells, hatched };
}

const withPage = (body) => site.withPage(layer.en, body, { height: 900 });

async function update(page, patch) {
  await page.evaluate((patch) => {
    document.querySelector('attention-playground').store.update(patch);
  }, patch);
  await drawn(page);
}

const walks = {
  'a padded batch with both masks': {
    sentences: ['The dog barked very loudly.', 'I like you'],
    tokens: [null, null],
    mask: 'both',
  },
  'a padded batch with three masks, the causal one with an offset': {
    sentences: ['The dog barked very loudly.', 'I like you'],
    tokens: [null, null],
    mask: 'causal padding custom',
    causalOffset: 1,
  },
  'heads of own widths, an output wider than D, capped scores': {
    heads: 3,
    dModel: 16,
    dK: 5,
    dV: 7,
    outputWidth: 24,
    softcap: 2,
  },
  'no W_o, dropout by hand': {
    heads: 2,
    dModel: 8,
    dV: 6,
    outputProjection: false,
    training: true,
    dropoutP: 0.5,
    dropoutMask: true,
  },
  'cross-attention, training with dropout, temperature 2': {
    kind: 'cross',
    training: true,
    dropoutP: 0.5,
    temperature: 2,
  },
  'one matrix a head, a custom mask': {
    headMatrices: 'separate',
    mask: 'custom',
    heads: 2,
    dModel: 8,
  },
  'identity projections, no positions, scale 1': {
    projections: 'identity',
    positions: 'none',
    scale: 1,
    heads: 1,
    dModel: 16,
  },
  'no projections at all': { projections: 'none', positions: 'none' },
};

for (const [name, patch] of Object.entries(walks)) {
  test(`each drawn number of each step is the engine's: ${name}`, () =>
    withPage(async (page) => {
      await update(page, patch);
      const { steps, cells, hatched } = await walk(page);
      assert.ok(steps >= 6);
      assert.equal(hatched > 0, /causal|both/.test(patch.mask), `${hatched} hatched cells`);
      assert.ok(cells > 100 * steps, `${cells} cells in ${steps} steps`);
    }));
}
