// The site without a network: one visit, then the server is stopped. Every test has a browser profile of its own.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { whenReady } from '../support/site.mjs';
import { copyOfSite, newerVersion, openOffline } from './support/offline.mjs';

let host;
before(async () => (host = await openOffline()));
after(() => host.close());

const status = (page, state) => page.locator(`.offline-status [data-state="${state}"]`).waitFor();

describe('after one visit, without a network,', () => {
  let page;
  before(async () => {
    page = await host.visit('/');
    const line = page.locator('.offline-notice');
    await line.filter({ hasText: 'works without a network' }).waitFor();
    await host.stop();
  });
  after(async () => {
    await page.context().close();
    await host.start();
  });

  const goes = async (path) => {
    await page.goto(host.url + path);
    await whenReady(page);
  };

  test('the open page goes on: a link leads to a lesson that it has not shown', async () => {
    await page.locator('.VPNavBarMenu').getByRole('link', { name: 'Learn' }).click();
    await page.locator('main a[href*="/learn/by-hand"]').first().click();
    await page.locator('attention-lesson').first().waitFor();
    await whenReady(page);
  });

  test('the first screen opens again, with its figure and the numbers of its model', async () => {
    await goes('/');
    assert.ok(await page.evaluate(() => document.querySelector('attention-playground')?.trace));
  });

  for (const path of [
    '/learn/heads',
    '/learn/heads.html?from=a-mail',
    '/zh/',
    '/zh/learn/word-order',
    '/transformer',
    '/guide/api',
    '/guide/hosts/next',
    '/zh/guide/benchmark',
    '/learn/worksheets/heads',
  ]) {
    test(`${path} opens by its address, and again when it is loaded anew`, async () => {
      await goes(path);
      const title = await page.locator('h1').first().innerText();
      await page.reload();
      await whenReady(page);
      assert.equal(await page.locator('h1').first().innerText(), title);
      assert.doesNotMatch(title, /404/);
    });
  }

  test('the workbench has its trained model, and keeps a state in its address', async () => {
    await goes('/play#v=1&heads=2');
    assert.match(await page.evaluate(() => location.hash), /heads=2/);
    await goes('/zh/play');
    await page.reload();
    await whenReady(page);
    assert.equal(
      await page.evaluate(() => !!document.querySelector('attention-playground').trace),
      true,
    );
  });

  for (const name of ['positions', 'generate', 'train', 'tiles', 'workers', 'scaling']) {
    test(`the panel ${name} computes`, () => goes(`/explore/${name}`));
  }

  test('training runs: its module was never asked for before', async () => {
    await goes('/explore/train');
    const update = await page.evaluate(async () => {
      const { run } = document.querySelector('training-run');
      await run.train(2);
      return run.update;
    });
    assert.equal(update, 2);
  });

  test('search finds', async () => {
    await goes('/guide/embed');
    await page.locator('.VPNavBarSearch button').first().click();
    await page.locator('#localsearch-input').fill('softmax');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
  });

  test('an address without a page gives the page that says so', async () => {
    const response = await page.goto(`${host.url}/learn/nowhere`);
    assert.equal(response.status(), 404);
    await page.getByText('No such page').waitFor();
  });

  test('the guide says which version is on the device', async () => {
    await goes('/zh/guide/offline');
    await status(page, 'ready');
    const words = await page.locator('.offline-status p').innerText();
    assert.match(words, /版本 \d+\.\d+\.\d+ 已在这台设备上/);
  });
});

test('the guide counts files while they are fetched; what is removed stays away until it is wanted', async () => {
  const page = await host.visit('/guide/offline');
  await status(page, 'fetching');
  assert.match(await page.locator('.offline-status p').innerText(), /\d+ of \d{3} files/);
  await status(page, 'ready');
  await page.getByRole('button', { name: 'Remove' }).click();
  await status(page, 'nothing');
  const left = () => page.evaluate(async () => (await caches.keys()).length);
  assert.equal(await left(), 0);
  await page.reload();
  await page.waitForTimeout(5000);
  await status(page, 'nothing');
  await page.getByRole('button', { name: 'Keep it' }).click();
  await status(page, 'ready');
  assert.ok((await left()) > 0);
  await page.context().close();
});

test('nothing is fetched for who saves data, and in a frame', async () => {
  const saving = () =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  const page = await host.visit('/guide/offline', { prepare: saving });
  await page.waitForTimeout(6000);
  await status(page, 'nothing');
  await page.context().close();

  const framed = await host.visit('/icon.svg', { ready: false });
  const body = `<iframe src="${host.url}/frame" width="800" height="600"></iframe>`;
  await framed.route('**/of-somebody-else', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  await framed.goto(`${host.url}/of-somebody-else`);
  await framed.waitForTimeout(7000);
  const kept = framed.frames()[1].evaluate(async () => (await caches.keys()).length);
  assert.equal(await kept, 0);
  await framed.context().close();
});

test('a newer version waits: pages of the one before go on, also when another page has begun it', async () => {
  const folder = copyOfSite();
  const own = await openOffline({ folder: folder.path });
  try {
    const page = await own.visit('/');
    await page.locator('.offline-notice').filter({ hasText: 'without a network' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${own.url}/guide/offline`);
    await status(other, 'ready');

    newerVersion(folder.path);
    const reader = await page.context().newPage();
    await reader.goto(`${own.url}/zh/`);
    await reader.locator('.offline-notice').filter({ hasText: '新版本' }).waitFor();
    await status(other, 'newer');
    // Its lazily fetched scripts are no longer on the server, and in no list of the newer version.
    const panel = async (name) => {
      await page.evaluate((path) => document.querySelector(`a[href*="${path}"]`).click(), name);
      await page.waitForURL((url) => url.pathname.includes(name));
      await whenReady(page);
    };
    await panel('/explore/scaling');

    await other.getByRole('button', { name: 'Reload with' }).click();
    await other.getByText('of the newer version').waitFor();
    await status(other, 'ready');
    await panel('/explore/tiles');
    assert.deepEqual(page.problems, []);

    await page.reload();
    await whenReady(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().close();
  } finally {
    await own.close();
    folder.remove();
  }
});

// This Chromium has no installer, and finds no fault with any page: the icons are tests/node/package/offline.test.mjs.
test('the browser reads the manifest of each language without an error', async () => {
  for (const [path, name] of [
    ['/', 'Attention Playground'],
    ['/zh/', '注意力演练场'],
  ]) {
    const page = await host.visit(path);
    const session = await page.context().newCDPSession(page);
    const manifest = await session.send('Page.getAppManifest');
    assert.equal(JSON.parse(manifest.data).name, name);
    assert.deepEqual(manifest.errors, []);
    await page.context().close();
  }
});
