// What is fetched, from where, and when: the wasm, the map, the texts of another language; elements that come and go.

import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { whenReady } from '../support/site.mjs';

const { withPage, site, write, folder } = await openAnyPage('loading-parts-page');

const wasmOf = (page) => {
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('.wasm')) asked.push(new URL(request.url()).pathname);
  });
  return asked;
};

for (const [tag, scripts] of [
  ['attention-playground', ['element']],
  ['scaling-study', ['panels/scaling']],
]) {
  test(`wasm-url says where the wasm is: <${tag}>, by attribute and by property`, async () => {
    copyFileSync(join(root, 'dist/wasm/attention-playground.wasm'), join(folder, 'elsewhere.wasm'));
    let asked;
    const prepare = (page) => (asked = wasmOf(page));
    const markup = `<${tag} loading="eager" wasm-url="elsewhere.wasm"></${tag}>`;
    await withPage(markup, async () => assert.deepEqual(asked, ['/elsewhere.wasm']), {
      scripts,
      prepare,
    });
    const byProperty = `<script type="module">
      const element = document.createElement('${tag}');
      document.body.append(element);
      Object.assign(element, { loading: 'eager', wasmUrl: '/elsewhere.wasm' });
    </script>`;
    const ready = (page) => page.waitForFunction((tag) => document.querySelector(tag)?.ready, tag);
    await withPage(
      byProperty,
      async (page) => {
        await ready(page);
        await page.evaluate((tag) => document.querySelector(tag).ready, tag);
        assert.deepEqual(asked, ['/elsewhere.wasm']);
      },
      { scripts, prepare, ready: false },
    );
  });
}

test('a wasm-url that is no address is said', async () => {
  const page = await site.newPage();
  await page.goto(
    site.url +
      write('<attention-playground mode="workbench" wasm-url="http://:x"></attention-playground>'),
  );
  const said = page.locator('attention-playground [role=alert] p');
  assert.match(await said.innerText(), /wasmUrl: "http:\/\/:x"/);
  await page.context().close();
});

const transformer =
  '<attention-playground mode="workbench" model="encoder-decoder"></attention-playground>';
const layer = '<attention-playground mode="workbench" parameters="random"></attention-playground>';
const hearErrors = () => {
  globalThis.errors = [];
  document.addEventListener('error', ({ detail }) => detail?.code && errors.push(detail), true);
};

for (const [how, fail] of Object.entries({
  'is missing': (route) => route.fulfill({ status: 404, body: '' }),
  'is a page': (route) => route.fulfill({ contentType: 'text/html', body: '<p>Not here' }),
  'cannot be reached': (route) => route.abort('connectionrefused'),
})) {
  test(`the map ${how}: the rest goes on, and it can be fetched again`, async () => {
    const page = await site.newPage();
    await page.addInitScript(hearErrors);
    await page.route(/\/map-\w+\.js/, fail);
    await page.goto(site.url + write(transformer));
    const said = page.locator('attention-playground [role=alert] p');
    await said.waitFor();
    assert.match(await said.innerText(), /map could not be loaded: http:\S+\/map-\w+\.js$/);
    const state = () =>
      page.evaluate(async () => {
        const element = document.querySelector('attention-playground');
        await element.ready;
        return [
          element.trace.steps.length > 50,
          element.shadowRoot.querySelectorAll('ap-map').length,
        ];
      });
    assert.deepEqual(await state(), [true, 0]);
    const [error] = await page.evaluate(() => errors);
    assert.deepEqual([error.code, error.argument], ['script', 'map']);
    assert.equal(error.message, await said.innerText());
    // Still out of order: it says so again.
    await page.locator('attention-playground [role=alert] button').click();
    await eventually(() => page.evaluate(() => errors.length), 2);
    await page.unrouteAll();
    await page.locator('attention-playground [role=alert] button').click();
    await page.locator('ap-map .scroll').waitFor();
    assert.deepEqual(await state(), [true, 1]);
    assert.equal(await said.count(), 0);
    const title = page.locator('ap-ribbon h2, ap-stage h2').first();
    assert.doesNotMatch(await title.innerText(), /_/, 'the texts of its steps are there');
    await page.context().close();
  });
}

test('on a phone, what is said of a missing map scrolls away: the figure needs the room', async () => {
  const page = await site.newPage({ width: 360, height: 740 });
  await page.route(/\/map-\w+\.js/, (route) => route.abort());
  await page.goto(site.url + write(transformer));
  const said = page.locator('attention-playground .map [role=alert]');
  await said.waitFor();
  const top = async () => (await said.boundingBox()).y;
  const before = await top();
  await page.evaluate(() => scrollBy(0, 300));
  await eventually(top, before - 300);
  await page.context().close();
});

test('the memory view is missing: it says so, tells the page, and can be fetched again', async () => {
  const page = await site.newPage();
  await page.addInitScript(hearErrors);
  await page.route(/\/memory-\w+\.js/, (route) => route.abort('connectionrefused'));
  await page.goto(
    site.url +
      write('<attention-playground mode="workbench" step="q_view"></attention-playground>'),
  );
  const said = page.locator('ap-stage [role=alert] p');
  await said.waitFor();
  assert.match(
    await said.innerText(),
    /memory view could not be loaded: http:\S+\/memory-\w+\.js$/,
  );
  const [error] = await page.evaluate(() => errors);
  assert.deepEqual([error.code, error.argument], ['script', 'memory']);
  assert.equal(error.message, await said.innerText());
  await page.unrouteAll();
  await page.locator('ap-stage [role=alert] button').click();
  await page.locator('ap-memory .slot').first().waitFor();
  assert.equal(await said.count(), 0);
  await page.context().close();
});

test('the walk comes when it is scrolled to; if it is missing, the place says so, and it can be fetched again', async () => {
  const page = await site.newPage({ height: 600 });
  await page.addInitScript(hearErrors);
  const asked = [];
  await page.route(/\/walk-\w+\.js/, (route) => {
    asked.push(route.request().url());
    return route.abort('connectionrefused');
  });
  await page.goto(site.url + write(layer));
  await whenReady(page);
  assert.deepEqual(asked, [], 'nothing of it is in sight');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const said = page.locator('attention-playground .below [role=alert] p');
  await said.waitFor();
  assert.match(await said.innerText(), /walk could not be loaded: http:\S+\/walk-\w+\.js$/);
  const [error] = await page.evaluate(() => errors);
  assert.deepEqual([error.code, error.argument], ['script', 'walk']);
  await page.unrouteAll();
  await page.locator('attention-playground .below button').click();
  await page.locator('ap-walk .card').first().waitFor();
  assert.equal(await said.count(), 0);
  assert.ok((await height()) >= before, 'it is not smaller than the place that was kept for it');
  await page.context().close();
});

test('an element that is moved while it loads starts once, and again when it returns', async () => {
  const script = `<script>
    globalThis.told = [];
    for (const name of ['load', 'error'])
      document.addEventListener(name, (e) => e.target.localName === 'attention-playground' && told.push(name), true);
  </script>`;
  const markup = `${script}<div id="a"><attention-playground mode="workbench" parameters="random" loading="eager"></attention-playground></div><div id="b"></div>`;
  await withPage(
    markup,
    async (page) => {
      const result = await page.evaluate(async () => {
        await customElements.whenDefined('attention-playground');
        const element = document.querySelector('attention-playground');
        const { ready } = element;
        const homes = ['a', 'b'].map((id) => document.getElementById(id));
        for (let i = 0; i < 5; i += 1) {
          homes[(i + 1) % 2].append(element);
          await new Promise((done) => setTimeout(done, 5 * i));
        }
        await ready;
        const first = [...told];
        const { trace } = element;
        homes[0].append(element);
        await new Promise((done) => setTimeout(done));
        const isKept = element.ready === ready && element.trace === trace;
        element.remove();
        await new Promise((done) => setTimeout(done));
        homes[0].append(element);
        const isPending = element.ready !== ready && element.trace === undefined;
        await element.ready;
        return { first, isKept, isPending, after: [...told], steps: element.trace.steps.length };
      });
      assert.deepEqual(result.first, ['load']);
      assert.ok(result.isKept, 'one that is only moved keeps what it has');
      assert.ok(result.isPending, '`ready` waits for the new numbers');
      assert.deepEqual(result.after, ['load', 'load']);
      assert.ok(result.steps > 10);
    },
    { ready: false },
  );
});

test('a removed element neither starts nor tells anything', async () => {
  const page = await site.newPage();
  let answer;
  const held = new Promise((resolve) => (answer = resolve));
  await page.route('**/*.wasm', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(
    site.url +
      write(
        '<attention-playground mode="workbench" parameters="random" loading="eager"></attention-playground>',
      ),
  );
  await page.evaluate(async () => {
    await customElements.whenDefined('attention-playground');
    globalThis.element = document.querySelector('attention-playground');
    globalThis.told = [];
    for (const name of ['load', 'error']) element.addEventListener(name, () => told.push(name));
    await element.updateComplete;
    element.remove();
  });
  answer();
  await page.waitForTimeout(300);
  assert.deepEqual(await page.evaluate(() => [told, element.trace === undefined]), [[], true]);
  await page.context().close();
});
