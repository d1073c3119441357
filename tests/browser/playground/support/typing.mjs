// A person types, and what is drawn is what the engine has made of it.

import assert from 'node:assert/strict';
import { ribbon } from '../../support/hands.mjs';
import { compareNumbers, drawn } from '../../support/numbers.mjs';

/** Whatever is drawn is the engine's, and the ribbon's shapes are. */
export async function agreesWithEngine(page) {
  await drawn(page);
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0);
  const shapes = await page.evaluate(() =>
    Object.fromEntries(
      document
        .querySelector('attention-playground')
        .trace.steps.map(({ path, shape }) => [path, shape.join()]),
    ),
  );
  for (const [path, shape] of Object.entries(await ribbon(page))) assert.equal(shape, shapes[path]);
}
