// The panel of numbers that its page gives, in a page that is not the project's.

import assert from 'node:assert/strict';
import { load } from '../../../../dist/index.js';
import { openAnyPage } from '../../support/any-page.mjs';
import { compareNumbers } from '../../support/numbers.mjs';

export const ap = await load();

/** A tensor as other programs pack it. */
export const packed = ({ shape, data }) => ({
  shape,
  dtype: 'float32',
  base64: Buffer.from(data.buffer).toString('base64'),
});

/** The trace of a source, by the same engine in Node. */
export function traceOf(source) {
  if ('weights' in source) return ap.traceWeights(source);
  return ap.traceAttention({ projections: 'none', ...source });
}

/** The panel until the tests of a file are over. `withGiven(properties, body)` opens a page in which it has these properties. */
export async function openGiven(name) {
  const { withPage } = await openAnyPage(name);
  const scripts = ['panels/attention-trace'];
  return {
    withMarkup: (markup, body, options = {}) => withPage(markup, body, { scripts, ...options }),
    withGiven: (properties, body, { lang = 'en', ...options } = {}) =>
      withPage(
        `<attention-trace lang="${lang}" loading="eager"></attention-trace>`,
        async (page) => {
          await give(page, properties);
          await body(page);
        },
        { scripts, ...options },
      ),
  };
}

/** Sets properties, and waits until they are drawn. */
export const give = (page, properties) =>
  page.evaluate(async (properties) => {
    const panel = document.querySelector('attention-trace');
    Object.assign(panel, properties);
    await panel.ready;
    do {
      await panel.updateComplete;
      await new Promise((drawn) => requestAnimationFrame(drawn));
    } while (!panel.matches(':state(drawn)'));
  }, properties);

/** What the panel says of itself. */
export const read = (page, ...names) =>
  page.evaluate((names) => {
    const panel = document.querySelector('attention-trace');
    return Object.fromEntries(names.map((name) => [name, panel[name]]));
  }, names);

/** Every step has the numbers of a trace, to the last bit. */
export async function assertHolds(page, trace) {
  const found = await page.evaluate(() => {
    const { trace } = document.querySelector('attention-trace');
    return trace.steps.map(({ path }) => ({ path, ...trace.tensor(path) }));
  });
  assert.deepEqual(
    found,
    trace.steps.map(({ path }) => ({ path, ...trace.tensor(path) })),
  );
}

/** The same, and those that are drawn are drawn right. */
export async function assertShows(page, trace) {
  await assertHolds(page, trace);
  const { cells, wrong } = await compareNumbers(page, 'attention-trace');
  assert.deepEqual(wrong, []);
  return cells;
}
