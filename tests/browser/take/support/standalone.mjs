// A page in one file, opened from the disk where there is no network.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { pathToFileURL } from 'node:url';
import { whenReady } from '../../support/site.mjs';

/** 1.2 MB. */
export const LARGEST = 1.2 * 1024 ** 2;

const folder = mkdtempSync(join(tmpdir(), 'attention-standalone-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let written = 0;

/** The text of the page that the element of `page` makes. */
export const standaloneOf = (page) =>
  page.evaluate(async () => {
    const blob = await document.querySelector('attention-playground').standalone();
    return blob.text();
  });

/** What the element shows: its state, and of each step the shape and a sum over the bits of all numbers. */
export const shown = (page) =>
  page.evaluate(() => {
    const { state, trace } = document.querySelector('attention-playground');
    const steps = trace.steps.map(({ path }) => {
      const { shape, data } = trace.tensor(path);
      const bits = new Uint32Array(data.buffer, data.byteOffset, data.length);
      return [path, shape.join(), bits.reduce((sum, one) => (Math.imul(sum, 31) + one) | 0, 7)];
    });
    return { state, steps };
  });

/** Writes a page to the disk; its address. */
export function onDisk(html) {
  written += 1;
  const file = join(folder, `page ${written}.html`);
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

/**
 * Opens an address of the disk without a network. Nothing may be asked for but this file, unless `asks` is set, and there may
 * be no error; `beside` are names of files of its folder that it asks for, too.
 */
export async function withFile(
  browser,
  address,
  body,
  { asks = false, beside = [], ...options } = {},
) {
  const context = await browser.newContext({ offline: true, locale: 'en-GB', ...options });
  const page = await context.newPage();
  const problems = [];
  const files = [address, ...beside.map((name) => new URL(name, address).href)];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('request', (request) => {
    const [url] = request.url().split('#');
    if (!files.includes(url) && !/^(data|blob):/.test(url)) problems.push(`asks for ${url}`);
  });
  await context.route(/^https?:/, (route) => route.abort());
  try {
    await page.goto(address);
    await whenReady(page);
    await body(page);
    if (!asks) assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

/** Saves what a page shows as one file, opens that, and finds the same state and the same numbers to the last bit. */
export async function isKept(browser, page) {
  const before = await shown(page);
  const html = await standaloneOf(page);
  const size = Buffer.byteLength(html);
  assert.ok(size <= LARGEST, `${size} bytes`);
  await withFile(browser, onDisk(html), async (file) => {
    assert.deepEqual(await shown(file), before);
    assert.equal(await standaloneOf(file), html, 'the page that it makes in turn');
  });
  return { before, html, size };
}
