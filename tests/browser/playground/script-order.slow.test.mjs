// Scripts arrive in any order: what is drawn before the last of them is drawn again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seeded } from '../../node/support/seeded.mjs';
import { deepQuery, drawn } from '../support/numbers.mjs';
import { readWhole } from '../support/whole.mjs';
import { openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** All that is read on the page, formulas with their elements: TeX in place of one is another text. */
const texts = (page) =>
  readWhole(
    page,
    `() => {
      ${deepQuery}
      return deepQuery(document, '*').filter((one) => one.localName.startsWith('ap-') && one.shadowRoot).map((one) => {
        const copy = document.createElement('div');
        copy.append(...[...one.shadowRoot.childNodes].map((node) => node.cloneNode(true)));
        for (const style of copy.querySelectorAll('style')) style.remove();
        const formulas = [...copy.querySelectorAll('math, code.tex')].map((math) => math.outerHTML);
        return [one.localName, copy.textContent.replace(/\\s+/g, ' ').trim(), formulas];
      });
    }`,
  );

/** Scripts come at random moments, those of the element itself among them. */
const delayed = (random) => async (page) => {
  await page.route(/\.js(\?|$)/, async (route) => {
    await new Promise((later) => setTimeout(later, 200 * random()));
    await route.continue();
  });
};

for (const path of [
  '/play#v=1&back=true&step=gradient.weights&cell=0.0.2.1',
  '/zh/play#v=1&step=scores&cell=0.1.2.1',
  '/transformer#v=1&model=encoder-decoder&s=I+am&m=我+是&step=decoder.0.cross_attention.weights&cell=0.0.1.1',
]) {
  test(`whichever script comes last, the page is the same: ${path}`, async () => {
    let right;
    await site.withPage(
      path,
      async (page) => {
        await drawn(page);
        right = await texts(page);
      },
      { fresh: true },
    );
    assert.ok(right.some(([, , formulas]) => formulas.length > 0));
    for (const seed of [1, 2]) {
      await site.withPage(
        path,
        async (page) => {
          await drawn(page);
          assert.deepEqual(await texts(page), right, `seed ${seed}`);
        },
        { fresh: true, prepare: delayed(seeded(seed).unit) },
      );
    }
  });
}
