// A walk through all steps, each drawn number held against the engine's.

import assert from 'node:assert/strict';
import { compareNumbers, drawn, goTo, stepKinds } from '../../support/numbers.mjs';

/** Goes through all steps of the page's trace, or these, and compares all that each one draws. */
export async function walk(page, paths) {
  paths ??= await page.evaluate(() =>
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

export async function update(page, patch) {
  await page.evaluate((patch) => {
    document.querySelector('attention-playground').store.update(patch);
  }, patch);
  await drawn(page);
}

/**
 * After a change of the state, what each step draws is what the engine has recorded; of several that differ in their numbers
 * alone, `one: true` takes one.
 */
export async function eachNumberIsTheEngines(page, patch, { one = false } = {}) {
  await update(page, patch);
  const { steps, cells, hatched } = await walk(page, one ? await stepKinds(page) : undefined);
  assert.ok(steps >= 6);
  assert.equal(hatched > 0, /causal|both/.test(patch.mask), `${hatched} hatched cells`);
  assert.ok(cells > 100 * steps, `${cells} cells in ${steps} steps`);
}
