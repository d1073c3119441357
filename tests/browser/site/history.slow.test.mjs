// The browser's Back and Forward on the site, whose address holds the state, and on a page whose address does not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';
import { home, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const step = (page) =>
  page.evaluate(() => document.querySelector('attention-playground').store.state.step);

/** A person looks at where they are: what is passed in less than a second is no entry. */
const look = (page) =>
  page.evaluate(() => {
    const { url } = document.querySelector('attention-playground');
    url.opened = 0;
  });

test('Back returns through the steps, then to the page before, and Forward comes back', () =>
  site.withPage(
    '/guide/embed',
    async (page) => {
      await page.goto(`${site.url}${home.en}`);
      await page.evaluate(() => document.querySelector('attention-playground').ready);
      await drawn(page);
      const seen = [await step(page)];
      for (let i = 0; i < 3; i += 1) {
        await look(page);
        await page.locator('ap-ribbon .go button').last().click();
        await drawn(page);
        seen.push(await step(page));
      }
      assert.equal(new Set(seen).size, 4);
      for (const expected of seen.slice(0, -1).reverse()) {
        await page.goBack();
        await eventually(() => step(page), expected);
      }
      await page.goForward();
      await eventually(() => step(page), seen[1]);
      await page.goBack();
      await eventually(() => step(page), seen[0]);
      await page.goBack();
      await page.waitForURL(/embed/);
    },
    { fresh: true },
  ));

test('an element whose page keeps its own address makes no entries', () =>
  site.withPage(
    home.en,
    async (page) => {
      const added = await page.evaluate(async () => {
        const element = document.createElement('attention-playground');
        // Far below what is in sight.
        element.loading = 'eager';
        document.body.append(element);
        await element.ready;
        const before = history.length;
        element.store.goTo('scores');
        await new Promise((later) => setTimeout(later, 400));
        element.remove();
        return history.length - before;
      });
      assert.equal(added, 0);
    },
    { fresh: true },
  ));
