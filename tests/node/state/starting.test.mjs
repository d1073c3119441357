// How an element starts: put in, moved, taken out and tried again in any order, it says at the end how it stands and keeps nothing.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed, settled } from './support/slow.mjs';

const { Starting } = await importWeb('kit/element/starting.ts');

/** An element without a page. */
class Host {
  controllers = [];
  loading = 'eager';
  wasmUrl = '';
  updateComplete = Promise.resolve(true);
  events = [];

  addController(controller) {
    this.controllers.push(controller);
  }

  requestUpdate() {}

  dispatchEvent({ type }) {
    this.events.push(type);
  }
}

function start(world, fails) {
  const host = new Host();
  const begun = new Set();
  const step = (name) =>
    world.later(() => {
      if (fails(name)) throw new Error(name);
    });
  const starting = new Starting(
    host,
    {
      fetch: () => step('fetch'),
      begin: async (_engine, counts) => {
        await step('begin');
        if (counts()) begun.add({});
        await step('begin');
      },
      draw: () => step('draw'),
      end: () => begun.clear(),
    },
    () => step('load'),
  );
  starting.language.fetch = () => Promise.resolve();
  // The controller of the stay, not that of the page's language, which needs a document.
  const stay = host.controllers.at(-1);
  return { host, begun, starting, stay };
}

const stateOf = (promise) =>
  Promise.race([
    promise.then(
      () => 'ready',
      ({ message }) => message,
    ),
    settled().then(() => 'pending'),
  ]);

describe('an element that starts', () => {
  for (const failing of ['load', 'fetch', 'begin', 'draw']) {
    test(`says that it failed to ${failing}`, () =>
      eachSeed(5, async (world) => {
        const { host, starting, stay } = start(world, (name) => name === failing);
        stay.hostConnected();
        await settled();
        await world.rest();
        assert.equal(await stateOf(starting.ready), failing);
        assert.equal(starting.failure.actual, failing);
        assert.ok(host.events.includes('error'));
      }));
  }

  test('ends as it says, in any order of what happens to it', () =>
    eachSeed(300, async (world) => {
      const { random } = world;
      const { begun, starting, stay } = start(world, () => random.unit() < 0.1);
      let isIn = true;
      stay.hostConnected();
      for (let i = 0; i < 6; i += 1) {
        const moves = isIn && random.coin();
        if (moves) {
          stay.hostDisconnected();
          stay.hostConnected();
        } else if (isIn && starting.failure) starting.retry();
        else if (random.coin()) {
          if (isIn) stay.hostDisconnected();
          else stay.hostConnected();
          isIn = !isIn;
        }
        await settled();
        await world.pass();
      }
      await world.rest();
      const state = await stateOf(starting.ready);
      if (!isIn) assert.equal(begun.size, 0);
      else if (state === 'ready') assert.equal(begun.size, 1);
      else assert.equal(starting.failure.actual, state);
      assert.ok(begun.size <= 1);
      if (isIn) stay.hostDisconnected();
      await world.rest();
      assert.equal(begun.size, 0);
      assert.equal(await stateOf(starting.ready), 'pending');
    }));
});
