// Twenty different figures on one page of documentation.

import { openAnyPage } from '../../support/any-page.mjs';
import { column, figures, watchMemory } from './support.mjs';

export const COUNT = 20;

/** Runs in the page, before its scripts: notes when each figure is drawn. */
function watchDrawing() {
  globalThis.drawnAt = new Map();
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target.localName !== 'attention-step') return;
      requestAnimationFrame(() => drawnAt.set(target, performance.now()));
    },
    true,
  );
}

/** `{ site, visit }` of that page: `visit(height, act)` opens it in a window of this height. */
export async function openMany(name) {
  const { site, write } = await openAnyPage(name);
  const path = write(
    figures(COUNT)
      .map((figure) => `<p>Text.</p>${figure}`)
      .join('\n'),
    { head: column, scripts: ['step'] },
  );
  return { site, visit: (height, act) => visit(site, path, height, act) };
}

/** Opens it in a window, waits for all in sight, then for `act`; resolves to what that gives. */
async function visit(site, path, height, act) {
  const page = await site.newPage({ width: 1280, height });
  try {
    await page.addInitScript(watchDrawing);
    await page.addInitScript(watchMemory);
    await page.goto(site.url + path);
    await page.waitForFunction(() => {
      const all = [...document.querySelectorAll('attention-step')];
      const seen = all.filter((one) => one.getBoundingClientRect().top < innerHeight);
      return seen.length > 0 && seen.every((one) => drawnAt.has(one));
    });
    return await act(page);
  } finally {
    await page.context().close();
  }
}
