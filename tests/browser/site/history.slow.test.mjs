// The browser's Back and Forward on the site, whose address holds the state, and on a page whose address does not.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { home, openSite, whenReady } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const step = (page) =>
  page.evaluate(() => document.querySelector('attention-playground').store.state.step);

const state = (page) =>
  page.evaluate(() => {
    // Between two pages there is none.
    const { store, trace } = document.querySelector('attention-playground') ?? {};
    return trace ? store.state : undefined;
  });
const pathOf = (page) => new URL(page.url()).pathname.replace(/(\.html)$/, '');

test('from the first screen to the workbench and ten steps on, Back leads to the first screen, and Forward to the tenth step', () =>
  site.withPage(
    '/',
    async (page) => {
      await page.locator('a.first-door', { hasText: 'Workbench' }).click();
      await page.waitForURL(/\/play/);
      await page.locator('ap-ribbon .go button').last().waitFor();
      await page.evaluate(() => document.querySelector('attention-playground').store.startWalk());
      for (let i = 0; i < 10; i += 1) {
        const before = await step(page);
        await page.locator('ap-ribbon .go button').last().click();
        await eventually(async () => (await step(page)) !== before, true);
      }
      const left = await state(page);
      // What is written late is written.
      await page.waitForTimeout(400);
      await page.goBack();
      await eventually(() => pathOf(page), '/');
      await page.locator('.first-door').first().waitFor();
      await page.goForward();
      await page.waitForURL(/\/play/);
      await eventually(() => state(page), left);
    },
    { fresh: true },
  ));

for (const other of ['/explore/scaling', '/guide/embed', '/transformer', '/zh/play']) {
  test(`from the workbench to ${other} and back, the state is the one that was left`, () =>
    site.withPage(
      home.en,
      async (page) => {
        await page.evaluate(() => {
          const { store } = document.querySelector('attention-playground');
          store.update({ parameters: 'random', model: 'attention', sentences: ['one two three'] });
          store.edit('scores', [0, 0, 1, 2], 3);
          store.goTo('scores');
        });
        await page.waitForTimeout(400);
        const left = await state(page);
        assert.deepEqual([left.step, left.edits.length], ['scores', 1]);
        // As a link of the site does, and by the address.
        for (const go of [
          () => page.evaluate((to) => document.querySelector(`a[href^="${to}"]`).click(), other),
          () => page.goto(site.url + other),
        ]) {
          await go();
          await page.waitForURL(({ pathname }) => pathname.replace('.html', '') === other);
          await page.goBack();
          await eventually(() => state(page), left);
        }
        await page.goForward();
        await page.waitForURL(({ pathname }) => pathname.replace('.html', '') === other);
        await page.goBack();
        await eventually(() => state(page), left);
      },
      { fresh: true },
    ));
}

test('a panel’s settings make no entries, and are there after Back and Forward', () =>
  site.withPage(
    '/guide/embed',
    async (page) => {
      await page.goto(`${site.url}/explore/scaling`);
      await whenReady(page);
      const number = () => page.evaluate(() => document.querySelector('scaling-study').dK);
      await eventually(number, 64);
      const slider = page.locator('scaling-study input[type=range]').first();
      for (let i = 0; i < 3; i += 1) await slider.press('ArrowRight');
      await eventually(number, 512);
      await eventually(() => new URL(page.url()).hash.includes('d-k=512'), true);
      await page.goBack();
      await page.waitForURL(/embed/);
      await page.goForward();
      await page.waitForURL(/scaling/);
      await eventually(number, 512);
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
