// What every browser test needs: the built site on a free port, Chromium, and pages in any size,
// language and colour scheme.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { siteFolder } from '../../scripts/build/site.mjs';
import { serve } from '../../scripts/lib/serve.mjs';
import { openBrowser } from './chromium.mjs';

/** The page's path in each language. */
export const home = { en: '/', zh: '/zh/' };

/**
 * Serves `folder` (the built site unless told) on a port of its own, and opens Chromium. Close it in an `after` hook:
 *
 *     const site = await openSite();
 *     after(() => site.close());
 *     const page = await site.open('/', { width: 360, colorScheme: 'dark' });
 */
export async function openSite({ folder = siteFolder } = {}) {
  const server = await serve(folder);
  const browser = await openBrowser();
  return {
    url: server.url,
    browser,
    /** Opens a path of the site; `page.problems` gathers errors and requests that went wrong or abroad. */
    async open(path = '/', options = {}) {
      const page = await newPage(browser, server.url, options);
      await page.goto(server.url + path);
      if (options.ready !== false) await whenReady(page);
      return page;
    },
    /** Runs `body` with a page that is closed again, and that must have had no problem. */
    async withPage(path, body, options) {
      const page = await this.open(path, options);
      try {
        await body(page);
        assert.deepEqual(page.problems, []);
      } finally {
        await page.context().close();
      }
    },
    /** A page that has not been sent anywhere yet, for tests that watch the loading itself. */
    newPage: (options = {}) => newPage(browser, server.url, options),
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

async function newPage(browser, origin, options) {
  const { width = 1280, height = 800, colorScheme = 'light', locale = 'en-GB' } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: options.reducedMotion ?? 'reduce',
    hasTouch: options.touch ?? width < 600,
    permissions: options.permissions,
  });
  const page = await context.newPage();
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

/** Waits until every playground and panel on the page has its numbers and has drawn them. */
export async function whenReady(page) {
  await page.evaluate(async () => {
    const elements = [...document.querySelectorAll('body *')].filter(({ localName }) =>
      localName.includes('-'),
    );
    if (elements.length === 0) return;
    for (const element of elements) {
      await customElements.whenDefined(element.localName);
      customElements.upgrade(element);
      await element.ready;
      await element.updateComplete;
    }
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}

/** Takes a picture of the page as it is, or of its whole length. */
export async function screenshot(page, path, { fullPage = false } = {}) {
  mkdirSync(dirname(path), { recursive: true });
  await page.screenshot({ path, fullPage, animations: 'disabled' });
}
