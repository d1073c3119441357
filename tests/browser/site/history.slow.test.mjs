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
        const [left, title] = [await state(page), await page.title()];
        assert.deepEqual([left.step, left.edits.length], ['scores', 1]);
        const arrive = async () => {
          await page.waitForURL(({ pathname }) => pathname.replace('.html', '') === other);
          // The address changes first, the page a moment later.
          await eventually(async () => (await page.title()) === title, false);
          const isThere = async () =>
            (await page.locator('attention-playground[sync-url]').count()) > 0 &&
            (await state(page)) !== undefined;
          await eventually(isThere, /play|transformer/.test(other));
        };
        const ways = [
          () => page.evaluate((to) => document.querySelector(`a[href^="${to}"]`).click(), other),
          () => page.goto(site.url + other),
        ];
        // As a link of the site does; by the address, which loads anew, to a page that keeps a state in it, and to one that does not.
        for (const go of /guide|transformer/.test(other) ? ways : ways.slice(0, 1)) {
          await go();
          await arrive();
          await page.goBack();
          await eventually(() => state(page), left);
        }
        await page.goForward();
        await arrive();
        await page.goBack();
        await eventually(() => state(page), left);
      },
      { fresh: true },
    ));
}

/** On each page of a panel: what a person chooses there, as its properties, and in the address. */
const panels = {
  scaling: ['scaling-study', { dK: 512, keys: 5 }, /d-k=512&keys=5/],
  positions: ['positional-encoding', { length: 20, dModel: 64 }, /length=20&d-model=64/],
  tiles: ['tiled-attention', { parameters: 'random', sentence: 'one two' }, /sentence=one\+two/],
  workers: ['head-workers', { parameters: 'random', sentence: 'one two' }, /sentence=one\+two/],
  'attention-kinds': ['attention-kinds', { parameters: 'random', source: 'a b' }, /source=a\+b/],
  generate: ['token-generation', { parameters: 'random', prompt: '<sos> a' }, /parameters=random/],
};

for (const [path, [name, chosen, address]] of Object.entries(panels)) {
  test(`what is chosen on ${path} makes no entry, and is there after Back and Forward, and in the link`, () =>
    site.withPage(
      `/explore/${path}`,
      async (page) => {
        const [given, names] = [JSON.stringify(chosen), JSON.stringify(Object.keys(chosen))];
        const read = () =>
          page.evaluate(`(() => {
            const panel = document.querySelector('${name}');
            return panel && Object.fromEntries(${names}.map((name) => [name, panel[name]]));
          })()`);
        assert.equal(new URL(page.url()).hash, '', 'at first nothing is chosen');
        const before = await page.evaluate(() => history.length);
        await page.evaluate(`Object.assign(document.querySelector('${name}'), ${given})`);
        await eventually(() => address.test(new URL(page.url()).hash), true);
        await eventually(read, chosen);
        assert.equal(await page.evaluate(() => history.length), before);
        const link = page.url();
        await page.evaluate(() => document.querySelector('a[href^="/guide/embed"]').click());
        await page.waitForURL(/embed/);
        await page.goBack();
        await page.waitForURL(/explore/);
        await eventually(read, chosen);
        await page.goto('about:blank');
        await page.goto(link);
        await whenReady(page);
        await eventually(read, chosen);
      },
      { fresh: true },
    ));
}

test('the task that is chosen on Train is in the address', () =>
  site.withPage(
    '/explore/train',
    async (page) => {
      await page.locator('training-run select[name=task]').selectOption('ring');
      await eventually(() => new URL(page.url()).hash, '#task=ring');
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
