// Twenty different figures on one page of documentation take little memory, and those far away cost nothing yet. How soon they are
// there is timed in tests/browser/timing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COUNT, openMany } from './many.mjs';

const BYTES = 40e6;

const { visit } = await openMany('step-many-page');

const count = (page) =>
  page.evaluate(
    () => [...document.querySelectorAll('attention-step')].filter(({ trace }) => trace).length,
  );

test('those that are further than a screen away have no trace yet', () =>
  visit(800, async (page) => assert.ok((await count(page)) <= 6)));

test('all that was scrolled through takes at most 40 MB', () =>
  visit(800, async (page) => {
    for (let i = 0; i < COUNT; i += 1) {
      await page.locator('attention-step').nth(i).scrollIntoViewIfNeeded();
      await page.waitForFunction(
        (i) => drawnAt.has(document.querySelectorAll('attention-step')[i]),
        i,
      );
    }
    await page.waitForTimeout(300);
    assert.equal(await count(page), COUNT);
    const client = await page.context().newCDPSession(page);
    for (let i = 0; i < 3; i += 1) await client.send('HeapProfiler.collectGarbage');
    const { usedSize } = await client.send('Runtime.getHeapUsage');
    const { wasm, pixels } = await page.evaluate(() => {
      const canvases = (root) =>
        [...root.querySelectorAll('*')].flatMap((one) => [
          ...(one.localName === 'canvas' ? [one] : []),
          ...(one.shadowRoot ? canvases(one.shadowRoot) : []),
        ]);
      return {
        wasm: memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
        pixels: canvases(document).reduce((sum, { width, height }) => sum + width * height * 4, 0),
      };
    });
    const bytes = usedSize + wasm + pixels;
    assert.ok(wasm > 0 && pixels > 0);
    assert.ok(bytes <= BYTES, `${usedSize} of scripts, ${wasm} of wasm, ${pixels} of canvases`);
  }));
