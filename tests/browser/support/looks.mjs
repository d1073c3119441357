// How pages are looked at: by axe-core, and by whether they fit; every language in every scheme, every scheme at every
// width.

import { createRequire } from 'node:module';

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

/** What axe-core finds within an element, by rule and place; of these impacts alone where they are given. */
export async function violations(page, within, impacts) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ path: axeFile });
  return page.evaluate(
    async ([within, impacts]) => {
      const { violations } = await axe.run(within, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impacts?.includes(impact) ?? true)
        .flatMap(({ id, nodes }) =>
          nodes.slice(0, 3).map(({ target, any, all }) => {
            const reasons = [...any, ...all].map(({ message }) => message).join('; ');
            return `${id}: ${target.flat().join(' ')}: ${reasons}`;
          }),
        );
    },
    [within, impacts],
  );
}

/** How wide the page is: more than its window, and it scrolls sideways. */
export const widthOf = (page) => page.evaluate(() => document.documentElement.scrollWidth);

/** Passes once the page is no wider than the window, two frames running: a new width is laid out a frame or more later. */
export async function settlesWithin(page, width) {
  const fits = (limit) =>
    new Promise((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() =>
          resolve(innerWidth === limit && document.documentElement.scrollWidth <= limit),
        ),
      ),
    );
  for (let tries = 0; tries < 40; tries++) if (await page.evaluate(fits, width)) return;
  throw new Error(`the page stays ${await widthOf(page)} px wide in a window of ${width} px`);
}
