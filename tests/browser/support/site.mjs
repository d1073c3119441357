// What every browser test needs: the built site on a free port, Chromium, and pages in any size,
// language and colour scheme.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from './chromium.mjs';
import { Pool, pooling } from './pool.mjs';
import { watchRequests } from './quiet.mjs';

/** The first screen in each language, and the workbench. */
export const first = { en: '/', zh: '/zh/' };
export const home = { en: '/play', zh: '/zh/play' };

/** The same page with one layer of random parameters, and the page of Transformers with a pair of sentences, also random. */
const pairOf = (sentence, source) =>
  `#v=1&model=encoder-decoder&s=${sentence}&m=${source}&step=decoder.0.cross_attention.weights&cell=0.0.4.3`;
const [english, chinese] = ['I+am+a+student', '我+是+一个+学生'];
export const layer = { en: '/play#v=1', zh: '/zh/play#v=1' };
export const pair = {
  en: `/transformer${pairOf(chinese, english)}`,
  zh: `/zh/transformer${pairOf(english, chinese)}`,
};

/** What a browser is told of the person before it: what they see on, how they point, what they like. */
function contextOptions({ width = 1280, height = 800, colorScheme = 'light', ...options }) {
  return {
    viewport: { width, height },
    colorScheme,
    locale: options.locale ?? 'en-GB',
    reducedMotion: options.reducedMotion ?? 'reduce',
    hasTouch: options.touch ?? width < 600,
  };
}

/**
 * Serves `folder` (the built site unless told) on a port of its own, and opens Chromium. Close it in an `after` hook:
 *
 *     const site = await openSite();
 *     after(() => site.close());
 *     await site.withPage('/', (page) => …, { width: 360, colorScheme: 'dark' });
 */
export async function openSite({ folder = siteFolder } = {}) {
  const server = await serve(folder);
  const browser = await openBrowser();
  const pool = new Pool(async (path, options) => {
    const page = await newPage(browser, server.url, options);
    await page.goto(server.url + path);
    return page;
  }, whenReady);
  return {
    url: server.url,
    browser,
    /** Opens a path of the site; `page.problems` gathers errors and requests that went wrong or abroad. */
    async open(path = '/', options = {}) {
      const page = await this.newPage(options);
      await page.goto(server.url + path);
      await whenReady(page);
      return page;
    },
    /** A page that has not been sent anywhere yet, with a storage and a cache of its own. */
    newPage: (options = {}) => newPage(browser, server.url, contextOptions(options)),
    /**
     * Runs `body` with a page of the site as a first visitor has it, which must have no problem. It may have been used
     * by a test of the same file before, with other elements on it. A test that looks at how a page is loaded, or
     * leaves something in it that outlives its elements, asks for a `fresh` one; `prepare` is given one before it goes
     * there, and with `ready: false` nothing is waited for.
     */
    async withPage(
      path,
      body,
      { fresh = pooling === 'off', prepare, ready = true, ...options } = {},
    ) {
      if (!fresh && !prepare && ready) return this.withUsedPage(path, body, options);
      const page = await this.newPage(options);
      try {
        await prepare?.(page);
        await page.goto(server.url + path);
        if (ready) await whenReady(page);
        await body(page);
        assert.deepEqual(page.problems, []);
      } finally {
        await page.context().close();
      }
    },
    /** The same with a page that may have been used before; `markup` goes into its body, if that is empty. */
    async withUsedPage(path, body, { markup, ...options }) {
      const all = contextOptions(options);
      const page = await pool.take(path, all, markup);
      try {
        await body(page);
        assert.deepEqual(page.problems, []);
        await pool.giveBack(page, path, all);
      } catch (error) {
        await page.context().close();
        throw error;
      }
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function newPage(browser, origin, options) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  watchRequests(page);
  page.problems = [];
  page.on('pageerror', (error) => page.problems.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob|about):/.test(url)) {
      page.problems.push(`another host: ${url}`);
    }
  });
  page.on('response', (response) => {
    if (response.status() >= 400) page.problems.push(`${response.status()}: ${response.url()}`);
  });
  return page;
}

/** Milliseconds that a page may take for its numbers; `evaluate` itself would wait for ever. */
const PATIENCE = 60_000;

/**
 * Waits until every playground and panel on the page has its numbers and has drawn them; fails with the first that has
 * not, such as one that is too far away to load.
 */
export async function whenReady(page) {
  await page.evaluate(async (patience) => {
    // What a lesson gives is marked by a name alone.
    const elements = [...document.querySelectorAll('body *')].filter(
      ({ localName }) => localName.includes('-') && localName !== 'lesson-given',
    );
    if (elements.length === 0) return;
    let waited;
    const all = async () => {
      for (const [i, element] of elements.entries()) {
        // Figures that a lesson does not show now are not loaded.
        if (element.hidden && element.closest('attention-lesson')) continue;
        waited = `element ${i + 1}, ${element.localName}`;
        await customElements.whenDefined(element.localName);
        customElements.upgrade(element);
        await element.ready;
        await element.updateComplete;
      }
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    };
    const tooLate = new Promise((_, fail) =>
      setTimeout(() => fail(new Error(`not ready: ${waited}`)), patience),
    );
    await Promise.race([all(), tooLate]);
  }, PATIENCE);
}

/** Takes a picture of the page as it is, or of its whole length. */
export async function screenshot(page, path, { fullPage = false } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}
