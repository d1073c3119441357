// The panel on scaling by √d_k.

import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('scaling-study', 'scaling', {
  /** Waits until every curve has all of its points. */
  settle: (page, tag) =>
    page.evaluate(async (tag) => {
      const element = document.querySelector(tag);
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      let charts;
      do {
        await element.updateComplete;
        await frame();
        await frame();
        charts = [...element.shadowRoot.querySelectorAll('[data-measure] ap-chart')];
      } while (charts.length < 3 || charts.some(({ data }) => data.lines[0].values.length < 11));
    }, tag),
});

/** Scrolls to the backward passes of one weight, and waits for them. */
export async function showPasses(page) {
  await panel.inside(page, '.pull').evaluate((place) => place.scrollIntoView());
  await panel.inside(page, '.stages').waitFor();
  await panel.settle(page);
}
