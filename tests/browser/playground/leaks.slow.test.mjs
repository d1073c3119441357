// Walking and looking for a long time: nothing that has left the page stays in memory, and nothing becomes slower.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { layer, openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** How many nodes and listeners there are after garbage was collected. */
async function countOf(client) {
  for (let i = 0; i < 3; i += 1) await client.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
  return { nodes, listeners: jsEventListeners };
}

/** The same once they are as few as asked, or at last: what a frame or a timer still holds goes, what leaks stays. */
async function countAtRest(client, most) {
  const isMore = ({ nodes, listeners }) => nodes > most.nodes || listeners > most.listeners;
  let found = await countOf(client);
  for (let tries = 0; tries < 10 && isMore(found); tries += 1) {
    await setTimeout(300);
    found = await countOf(client);
  }
  assert.ok(found.nodes <= most.nodes, `${found.nodes} nodes, ${most.nodes} at most`);
  assert.ok(found.listeners <= most.listeners, `${found.listeners}, ${most.listeners} at most`);
}

/** Walks through all stops, there and back, with a pointer that moves at each. */
const walk = (page, rounds) =>
  page.evaluate(async (rounds) => {
    const element = document.querySelector('attention-playground');
    const { store } = element;
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    for (let round = 0; round < rounds; round += 1) {
      for (const { path, shape } of store.stops.flat()) {
        store.goTo(path);
        await frame();
        store.preview({ path, index: shape.map((size) => size - 1) });
        await frame();
        store.preview(undefined);
      }
    }
    await frame();
  }, rounds);

test('80 steps of walking leave no more nodes and listeners than 40', () =>
  site.withPage(layer.en, async (page) => {
    const client = await page.context().newCDPSession(page);
    await walk(page, 2);
    await page.evaluate(() => document.querySelector('attention-playground').store.goTo('scores'));
    await page.waitForTimeout(500);
    const before = await countOf(client);
    await walk(page, 4);
    await page.evaluate(() => document.querySelector('attention-playground').store.goTo('scores'));
    await page.waitForTimeout(500);
    await countAtRest(client, { nodes: before.nodes + 20, listeners: before.listeners + 10 });
  }));

test('elements that come and go leave nothing', () =>
  site.withPage(layer.en, async (page) => {
    const client = await page.context().newCDPSession(page);
    const comeAndGo = (times) =>
      page.evaluate(async (times) => {
        for (let i = 0; i < times; i += 1) {
          const element = document.createElement('attention-playground');
          Object.assign(element, { loading: 'eager', sentence: 'a b c' });
          document.body.append(element);
          await element.ready;
          // Removed while parts of it wait for their turn to be drawn.
          element.store.goTo('weights');
          element.remove();
        }
        await new Promise((done) => setTimeout(done, 300));
      }, times);
    await comeAndGo(3);
    const before = await countOf(client);
    await comeAndGo(10);
    await countAtRest(client, { nodes: before.nodes * 1.15, listeners: Infinity });
  }));
