// The update that is opened on the page of training: opened, closed and moved in any order, one store is left, or none.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed } from './support/slow.mjs';

const { UpdateController } = await importWeb('panels/training/opened/update-controller.ts');

test('shows the last update that was opened, or says why not, and frees every other one', () =>
  eachSeed(300, async (world) => {
    const open = new Set();
    const place = new UpdateController({
      load: () =>
        world.later(() => {
          if (world.random.unit() < 0.1) throw new Error('no engine');
        }),
      make: (_engine, opening) => ({
        opening,
        start() {
          open.add(this);
          if (opening.refused) this.problem = { code: 'memory' };
        },
        dispose() {
          open.delete(this);
        },
      }),
      draw: (change) => world.later(change),
      requestUpdate() {},
    });
    let last;
    for (let i = 0; i < 5; i += 1) {
      if (world.random.unit() < 0.3) {
        place.close();
        last = undefined;
      } else {
        last = { refused: world.random.unit() < 0.2 };
        place.open(last);
      }
      await world.pass();
    }
    await world.rest();
    if (!last) assert.equal(place.store, undefined);
    else if (!place.problem) assert.equal(place.store.opening, last);
    assert.equal(open.size, place.store ? 1 : 0);
    place.close();
    assert.equal(open.size, 0);
  }));
