// Pages with a panel that are used again within a file: to load one takes ten times as long as to put a new panel into it.

import assert from 'node:assert/strict';
import { whenReady } from '../../support/site.mjs';

/** So many are kept while nobody uses them. */
const MOST = 3;

/**
 * `use(path, given, body, options)` runs `body` with a page of the site that has the panel `tag` as a first visitor has it,
 * and no problem in the end. `given` are attributes in the address. Of an open page the window, the media and `given` can
 * be changed; a page whose language or way of pointing is another one is another page.
 */
export function panelPages(site, tag) {
  /** [{ page, kind }], that used last at the end. */
  const kept = [];

  async function take(path, given, options) {
    const kind = `${path} ${options.touch ?? (options.width ?? 1280) < 600}`;
    const place = kept.findLastIndex((one) => one.kind === kind);
    if (place < 0) return { page: await site.open(path + given, options), kind };
    const [one] = kept.splice(place, 1);
    const { width = 1280, height = 800, colorScheme = 'light', reducedMotion = 'reduce' } = options;
    await one.page.setViewportSize({ width, height });
    await one.page.emulateMedia({ colorScheme, reducedMotion, media: null });
    await one.page.evaluate(renew, [tag, given]);
    await whenReady(one.page);
    return one;
  }

  async function giveBack({ page, kind }) {
    await page.mouse.move(0, 0);
    await page.unrouteAll();
    if (!kind.startsWith(`${new URL(page.url()).pathname} `)) return page.context().close();
    kept.push({ page, kind });
    if (kept.length > MOST) await kept.shift().page.context().close();
  }

  return {
    async use(path, given, body, options) {
      const one = await take(path, given, options);
      try {
        await body(one.page);
        assert.deepEqual(one.page.problems, []);
      } catch (error) {
        await one.page.context().close();
        throw error;
      }
      await giveBack(one);
    },
  };
}

/** Runs in the page: another panel, which knows nothing of the one before it. */
async function renew([tag, given]) {
  const before = document.querySelector(tag);
  const own = new Set(new URLSearchParams(location.hash.slice(1)).keys());
  const element = document.createElement(tag);
  for (const { name, value } of before.attributes) {
    if (!own.has(name)) element.setAttribute(name, value);
  }
  for (const [name, value] of new URLSearchParams(given.slice(1)))
    element.setAttribute(name, value);
  const { parentNode, nextSibling } = before;
  before.remove();
  await 0; // it frees what it has
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done, fail) => {
      const request = indexedDB.deleteDatabase(name);
      Object.assign(request, { onsuccess: done, onerror: fail });
    });
  }
  localStorage.clear();
  sessionStorage.clear();
  getSelection().removeAllRanges();
  history.replaceState(history.state, '', location.pathname + given);
  scrollTo({ left: 0, top: 0, behavior: 'instant' });
  parentNode.insertBefore(element, nextSibling);
}
