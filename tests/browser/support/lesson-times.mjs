// How long a lesson takes until it can be used, on a slow machine and a slow line, and what its page costs in bytes.

import { first, home } from './site.mjs';
import { slowDown } from './slow-line.mjs';

export const looks = {
  en: { viewport: { width: 1280, height: 800 } },
  zh: { viewport: { width: 360, height: 740 }, colorScheme: 'dark', hasTouch: true },
};

/** Notes when a link to a lesson is followed, when its first prompt can be used, and when its figure has numbers. */
function watch() {
  const times = (globalThis.times = { from: 0 });
  addEventListener('click', () => (times.from = performance.now()), { capture: true });
  const isShown = (element) => element.getBoundingClientRect().height > 0;
  const canBeUsed = (prompt) =>
    [...(prompt.shadowRoot?.querySelectorAll('.answer :is(button, input)') ?? [])].some(isShown);
  const look = () => {
    const prompts = document.querySelectorAll('lesson-beat :is(lesson-choice, lesson-point)');
    if ([...prompts].some(canBeUsed)) times.usable ??= performance.now();
    const figure = document.querySelector('attention-lesson > [slot=figure]');
    if (figure?.store?.trace) times.live ??= performance.now();
    if (!times.usable || !times.live) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function withPage(browser, options, body) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  try {
    return await body(await context.newPage());
  } finally {
    await context.close();
  }
}

/** { usable, live } in ms since the visit, or the click, which `go` makes. */
const visit = (browser, lang, go) =>
  withPage(browser, looks[lang], async (page) => {
    await page.addInitScript(watch);
    await slowDown(page);
    await go(page);
    await page.waitForFunction(() => globalThis.times.usable && globalThis.times.live);
    const { from, usable, live } = await page.evaluate(() => globalThis.times);
    return { usable: usable - from, live: live - from };
  });

/** From the click on the map of the course, which has had time to fetch what lessons need. */
export const fromMap = (browser, url, lang) =>
  visit(browser, lang, async (page) => {
    await page.goto(`${url}${first[lang]}learn/`);
    await page.waitForLoadState('networkidle');
    await page.locator('.lesson-list a').nth(1).click();
  });

/** From the start of a visit. */
export const cold = (browser, url, lang) =>
  visit(browser, lang, (page) =>
    page.goto(`${url}${first[lang]}learn/by-hand`, { waitUntil: 'commit' }),
  );

/** [file, bytes as sent] of what a page has fetched so far. */
const fetched = (page) =>
  page.evaluate(() =>
    ['navigation', 'resource']
      .flatMap((type) => performance.getEntriesByType(type))
      .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize]),
  );

/** Bytes as sent of everything that a page fetches, by file, until it has fetched nothing for `rest` milliseconds. */
const fetchedBy = (browser, address, rest = 500) =>
  withPage(browser, looks.en, async (page) => {
    await page.goto(address);
    await page.waitForLoadState('networkidle');
    for (let before = -1, files; ; before = files.length) {
      files = await fetched(page);
      if (files.length === before) return new Map(files);
      await page.waitForTimeout(rest);
    }
  });

const sum = (files) => files.reduce((all, [, bytes]) => all + bytes, 0);

/**
 * For each lesson its own files with their bytes: what the first screen does not fetch, nor pages with the same figures, and no
 * model; and all bytes beside the first screen.
 */
export async function bytesOf(browser, url, lang, lessons) {
  const open = (path, rest) => fetchedBy(browser, `${url}${first[lang]}${path}`, rest);
  // Some parts of a figure come when a slow machine has nothing else to do.
  const late = 3000;
  const ofFirst = await open('', late);
  const ofFigures = [await fetchedBy(browser, url + home[lang], late)];
  for (const name of ['scaling', 'generate', 'train'])
    ofFigures.push(await open(`explore/${name}`, late));
  const isOfFigures = (file) =>
    file.endsWith('.safetensors') || ofFigures.some((files) => files.has(file));
  const found = [];
  for (const name of lessons) {
    const more = [...(await open(`learn/${name}`))].filter(([file]) => !ofFirst.has(file));
    const own = more.filter(([file]) => !isOfFigures(file));
    found.push({ name, own, bytes: sum(own), all: sum(more) });
  }
  return found;
}
