// The panel of generation: every number of six tokens, with the cache and without; the encoder–decoder; how long bars are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import {
  chips,
  column,
  generated,
  next,
  panel,
  testTokens,
  twin,
  vocabularyOf,
} from './support/generate.mjs';

const { field, inside, withPanel } = panel;

for (const useCache of [true, false]) testTokens(useCache, 6);

test('the encoder–decoder generates from its source', async () => {
  await withPanel(async (page) => {
    await field(page, 'architecture').selectOption({ index: 1 });
    await eventually(() => field(page, 'source').count(), 1);
    await next(page, 2);
    const model = twin(await vocabularyOf(page), { architecture: 'encoder-decoder' });
    const source = ['I', 'am', 'a', 'student'];
    const expected = await generated(model, { source, maxNewTokens: 3 });
    assert.deepEqual(
      await chips(page),
      expected.map(({ token }) => token),
    );
    assert.deepEqual(await column(page, 'probability'), expected[2].probability);
    const cross = inside(page, '[data-scope="decoder.1.cross_attention"]');
    assert.equal(await cross.getAttribute('data-kept'), '4');
    assert.equal(await cross.getAttribute('data-computed'), '0');
    model.dispose();
  });
});

/** Runs in the page: how much of a cell's line, from edge to edge of its text, the bar in its picture covers. */
async function barShare(picture) {
  const image = await createImageBitmap(
    await (await fetch(`data:image/png;base64,${picture}`)).blob(),
  );
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, image.height - 7, image.width, 1);
  const strongly = (x) => data[4 * x + 2] - data[4 * x] > 100;
  const pixels = Array.from({ length: image.width }, (_, x) => x).filter(strongly).length;
  return pixels / (image.width - 16);
}

test('bars are as long as their numbers, and sorted', async () => {
  await withPanel(async (page) => {
    const cells = inside(page, 'ap-candidates tbody td.probability');
    const values = await cells.evaluateAll((all) => all.map(({ dataset }) => +dataset.value));
    for (const [i, value] of values.slice(0, 8).entries()) {
      const picture = await cells.nth(i).screenshot();
      const share = await page.evaluate(barShare, picture.toString('base64'));
      assert.ok(Math.abs(value - share) < 0.02, `${share} of the line for ${value}`);
    }
    assert.deepEqual(
      values,
      [...values].sort((a, b) => b - a),
    );
    await field(page, 'order').selectOption({ index: 1 });
    const ids = inside(page, 'ap-candidates tbody tr');
    await eventually(() => ids.first().getAttribute('data-token'), '0');
  });
});
