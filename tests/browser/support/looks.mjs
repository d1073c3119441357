// How pages are looked at: by axe-core, and by whether they fit; every language in every scheme, every scheme at every
// width.

import { createRequire } from 'node:module';
import { eventually } from './hands.mjs';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

export const looks = [
  ['en', 'light', 1280],
  ['en', 'dark', 360],
  ['zh', 'light', 360],
  ['zh', 'dark', 1280],
].map(([lang, colorScheme, width]) => ({
  title: `${lang}, ${colorScheme}, ${width} px`,
  options: { lang, colorScheme, width, height: width < 600 ? 740 : 800 },
}));

/**
 * What axe-core finds within an element, by rule and place; of these impacts alone where they are given. Contrast takes three
 * quarters of its time, and can be left out where the same parts were looked at in the same scheme.
 */
export async function violations(page, within, { impacts, contrast = true } = {}) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axeFile });
  return page.evaluate(
    async ([within, impacts, contrast]) => {
      const rules = { 'color-contrast': { enabled: contrast } };
      const { violations } = await axe.run(within, { resultTypes: ['violations'], rules });
      return violations
        .filter(({ impact }) => impacts?.includes(impact) ?? true)
        .flatMap(({ id, nodes }) =>
          nodes.slice(0, 3).map(({ target, any, all }) => {
            const reasons = [...any, ...all].map(({ message }) => message).join('; ');
            return `${id}: ${target.flat().join(' ')}: ${reasons}`;
          }),
        );
    },
    [within, impacts, contrast],
  );
}

/** How wide the page is: more than its window, and it scrolls sideways. */
export const widthOf = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/**
 * Asserts that the page, once it is laid out, is no wider than its window. Parts follow a new width a frame or more later,
 * as they observe their sizes.
 */
export async function assertNoWider(page, width, message) {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  await eventually(async () => Math.max(width, await widthOf(page)), width, message);
}
