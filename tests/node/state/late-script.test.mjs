// A script that is fetched when it is first needed: once, again on demand after a failure, and never in vain.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { LateScript } = await importWeb('kit/loading/late-script.ts');

/** An element that counts its updates, and a script of it that fails until it is `there`. */
function late() {
  const seen = { loads: 0, updates: 0, arrived: [], failed: [], there: false };
  const script = new LateScript(
    { requestUpdate: () => seen.updates++ },
    {
      name: 'map',
      async load() {
        seen.loads++;
        if (!seen.there) throw new TypeError('no network');
        return { ApMap: 'the map' };
      },
      take: ({ ApMap }) => ApMap,
      arrived: (module) => seen.arrived.push(module.ApMap),
      failed: (problem) => seen.failed.push(problem),
    },
  );
  return { seen, script };
}

/** What a person clicks on where it is said that a script is missing; undefined where all is drawn. */
const retryOf = (drawn) => drawn.values?.find((value) => typeof value === 'function');

test('a script is fetched once, whoever needs it, and its element is drawn again', async () => {
  const { seen, script } = late();
  seen.there = true;
  script.need();
  await Promise.all([script.fetch(), script.fetch()]);
  assert.deepEqual(seen, { loads: 1, updates: 1, arrived: ['the map'], failed: [], there: true });
  assert.equal(
    script.render('en', () => 'drawn'),
    'drawn',
  );
});

test('after a failure it is said, and each click tries again until it is there', async () => {
  const { seen, script } = late();
  await script.fetch();
  await script.fetch();
  assert.deepEqual([seen.loads, seen.failed.length, seen.failed[0].code], [1, 1, 'script']);
  for (const loads of [2, 3]) {
    const retry = retryOf(script.render('en', () => 'drawn'));
    seen.there = loads === 3;
    await retry();
    assert.equal(seen.loads, loads);
  }
  assert.deepEqual(seen.arrived, ['the map']);
  assert.equal(
    script.render('en', () => 'drawn'),
    'drawn',
  );
  await script.fetch();
  assert.equal(seen.loads, 3);
});
