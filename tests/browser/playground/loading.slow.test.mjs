// What keeps an element from starting: each cause is named, in both languages, by what the element shows, by `ready` and
// by `error`; and trying again tries again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../../scripts/setup.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';

/** Each cause is met by all of these on one page. */
const elements = ['attention-playground', 'scaling-study'].flatMap((tag) =>
  ['en', 'zh'].map((lang) => ({ tag, lang, at: `${tag}[lang=${lang}]` })),
);
const markup = elements
  .map(({ tag, lang }) => `<${tag} loading="eager" lang="${lang}"></${tag}>`)
  .join('');
const scripts = ['element', 'panels/scaling'];

const { site, write } = await openAnyPage('loading-page');

/** Notes the events of each element. */
const listening = () => {
  globalThis.told = {};
  for (const name of ['load', 'error', 'progress']) {
    const note = ({ target, detail }) => {
      if (!target.localName?.includes('-')) return;
      const key = `${target.localName}[lang=${target.lang}]`;
      (told[key] ??= []).push([name, structuredClone(detail)]);
    };
    document.addEventListener(name, note, true);
  }
};

const page404 = '<!doctype html><title>Nothing here</title>';
const wasm = '**/*.wasm';
const texts = /\/(en|zh)-\w+\.js/;

/** Answers the page's own requests with a content security policy. */
const policy = (rules) => (page) =>
  page.route('**/page-*.html', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers(), 'content-security-policy': rules };
    await route.fulfill({ response, headers });
  });
const answer = (what, how) => (page) => page.route(what, (route) => route.fulfill(how));

/** What is wrong → its code, what is said of it, and whether another attempt may help. */
const causes = {
  'WebAssembly forbidden by the content policy': {
    prepare: policy("default-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:"),
    code: 'policy',
    en: /content security policy.*'wasm-unsafe-eval'/,
    zh: /内容安全策略.*'wasm-unsafe-eval'/,
  },
  'requests forbidden by the content policy': {
    prepare: policy(
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:",
    ),
    code: 'policy',
    en: /content security policy.*connect-src http:\/\/localhost:\d+\./,
    zh: /内容安全策略.*connect-src http:\/\/localhost:\d+。/,
  },
  'no WebAssembly': {
    prepare: (page) => page.addInitScript(() => delete globalThis.WebAssembly),
    code: 'unsupported',
    en: /WebAssembly with SIMD/,
    zh: /支持 SIMD 的 WebAssembly/,
  },
  'a page instead of the wasm': {
    prepare: answer(wasm, { status: 200, contentType: 'text/html', body: page404 }),
    heals: true,
    code: 'not_wasm',
    en: /should be WebAssembly.*http:\/\/localhost:\d+\/\S+\.wasm \(text\/html, "<!doctype html><title>/,
    zh: /不是 WebAssembly.*http:\/\/localhost:\d+\/\S+\.wasm \(text\/html/,
  },
  'half of the wasm': {
    prepare: answer(wasm, {
      status: 200,
      contentType: 'application/wasm',
      body: Buffer.from('0061736d01000000ff', 'hex'),
    }),
    heals: true,
    code: 'not_wasm',
    en: /should be WebAssembly.*\.wasm \(application\/wasm, CompileError/,
    zh: /不是 WebAssembly.*\.wasm/,
  },
  'wasm of another version': {
    prepare: answer(wasm, {
      status: 200,
      contentType: 'application/wasm',
      body: Buffer.from('0061736d01000000', 'hex'),
    }),
    heals: true,
    code: 'mismatch',
    en: /another version.*\.wasm/,
    zh: /版本不一致.*\.wasm/,
  },
  'no such file': {
    prepare: answer(wasm, { status: 404, contentType: 'text/html', body: page404 }),
    heals: true,
    code: 'unavailable',
    en: /server does not provide http:\/\/localhost:\d+\/\S+\.wasm \(404\)/,
    zh: /服务器上没有.*\.wasm \(404\)/,
  },
  'no connection': {
    prepare: (page) => page.route(wasm, (route) => route.abort('connectionrefused')),
    heals: true,
    code: 'network',
    en: /No answer from http:\/\/localhost:\d+\/\S+\.wasm .*connection\?/,
    zh: /无法连接 http:\/\/localhost:\d+\/\S+\.wasm .*网络/,
  },
  'no memory': {
    prepare: (page) =>
      page.addInitScript(() => {
        globalThis.taken = [];
        try {
          for (;;) taken.push(new WebAssembly.Memory({ initial: 1, maximum: 65536 }));
        } catch {
          // Now there is none left.
        }
      }),
    code: 'memory',
    en: /not enough memory/,
    zh: /内存不够/,
  },
  'texts missing': {
    prepare: answer(texts, { status: 404, body: '' }),
    heals: true,
    code: 'script',
    argument: 'texts',
    en: /texts could not be loaded: http:\/\/localhost:\d+\/\S+\/en-\w+\.js/,
    zh: /文字内容未能加载：http:\/\/localhost:\d+\/\S+\/zh-\w+\.js/,
  },
  'texts unreachable': {
    prepare: (page) => page.route(texts, (route) => route.abort('connectionrefused')),
    heals: true,
    code: 'script',
    argument: 'texts',
    en: /texts could not be loaded: http:\/\/localhost:\d+\/\S+\/en-\w+\.js/,
    zh: /文字内容未能加载：http:\/\/localhost:\d+\/\S+\/zh-\w+\.js/,
  },
};

const outcome = (page, at) =>
  page.evaluate(
    (at) =>
      document.querySelector(at).ready.then(
        () => 'resolved',
        ({ code, argument, actual, expected, message }) => ({
          code,
          argument,
          actual,
          expected,
          isSentence: message === `${argument}: ${actual}, expected ${expected}`,
        }),
      ),
    at,
  );
const told = (page, at) => page.evaluate((at) => globalThis.told[at], at);
const names = async (page, at) => (await told(page, at)).map(([name]) => name);

async function open(prepare, opened = site) {
  const page = await opened.newPage();
  await page.addInitScript(listening);
  await prepare?.(page);
  await page.goto(site.url + write(markup, { scripts }));
  return page;
}

/** It says the same in all its ways, and in its language. */
async function assertFailure(page, { lang, at }, cause) {
  const { isSentence, ...record } = await outcome(page, at);
  assert.equal(record.code, cause.code, JSON.stringify(record));
  if (cause.argument) assert.equal(record.argument, cause.argument);
  assert.ok(isSentence);
  const text = await page.locator(`${at} [role=alert] p`).innerText();
  assert.match(text, cause[lang]);
  assert.doesNotMatch(text, /\{\w+\}/);
  assert.deepEqual(await names(page, at), ['progress', 'error']);
  assert.deepEqual((await told(page, at))[1][1], { ...record, message: text });
}

async function assertRecovers(page, { at }) {
  await page.evaluate((at) => {
    globalThis.failed = document.querySelector(at).ready;
    told[at] = [];
  }, at);
  // By keyboard: what is fetched for the element above may still push this one down under a pointer.
  await page.locator(`${at} [role=alert] button`).press('Enter');
  await eventually(async () => (await names(page, at)).at(-1), 'load');
  assert.equal(await outcome(page, at), 'resolved');
  const isNew = (at) => document.querySelector(at).ready !== failed;
  assert.ok(await page.evaluate(isNew, at), '`ready` is another promise');
  assert.deepEqual(await names(page, at), ['progress', 'progress', 'load']);
  assert.equal(await page.locator(`${at} [role=alert] p`).count(), 0);
}

for (const [title, cause] of Object.entries(causes)) {
  test(title, async () => {
    const page = await open(cause.prepare);
    for (const element of elements) await assertFailure(page, element, cause);
    const uncaught = page.problems.filter((problem) => problem.startsWith('error:'));
    assert.deepEqual(uncaught, [], 'a `ready` that nobody awaits is no unhandled rejection');
    if (cause.heals) {
      await page.unrouteAll();
      for (const element of elements) await assertRecovers(page, element);
    } else {
      const [{ at }] = elements;
      await page.locator(`${at} [role=alert] button`).click();
      await eventually(() => names(page, at), ['progress', 'error', 'progress', 'error']);
      assert.equal((await outcome(page, at)).code, cause.code);
    }
    await page.context().close();
  });
}

// V8 offers no SIMD on x64 processors without SSE 4.1, which this switch stands for.
test('a processor without SIMD', { skip: process.arch !== 'x64' }, async () => {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--no-enable-sse4-1'],
  });
  try {
    const page = await open(undefined, {
      newPage: () => browser.newPage({ serviceWorkers: 'block' }),
    });
    for (const element of elements) {
      await assertFailure(page, element, causes['no WebAssembly']);
    }
  } finally {
    await browser.close();
  }
});
