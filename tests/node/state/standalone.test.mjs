// The page in one file: whatever its texts hold, it has the scripts that it was given and no others, and the state.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parse } from 'parse5';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';
import { anyState } from './support/any-state.mjs';

const { DEFAULTS, pageFile, readSaved, saveState, standaloneHtml } = await importWeb(
  'learned/page-files.ts',
  'playground/saved-state.ts',
  'playground/state.ts',
  'playground/take/standalone.ts',
);
const SEED = Number(process.env.SEED ?? 1);

const awkward = [
  '</script><script>alert(1)</script>',
  '</SCRIPT ><!-- <script>',
  '<!--',
  `"quoted" 'and' \`so\` \${x} \\ \\u003c`,
  'line\u2028separator\u2029',
  'emoji 👩‍🚀 猫',
  'half \ud83d and \udc00 half',
  '&lt;/script&gt; &amp; <b>',
  'nul \0 bell \x07',
];

const given = (more = {}) => ({
  script: 'const text = "a";',
  state: saveState(DEFAULTS),
  models: [],
  title: 'A title',
  noScript: 'No script',
  lang: 'en',
  ...more,
});

/** All elements of a name. */
function elements(node, name, found = []) {
  if (node.nodeName === name) found.push(node);
  for (const child of node.childNodes ?? []) elements(child, name, found);
  return found;
}
const textOf = (node) => node.childNodes.map(({ value }) => value).join('');
const attribute = (node, name) => node.attrs.find((one) => one.name === name)?.value;

/** What a browser makes of a page: [text] of its scripts, its title, and the element that its last script puts there. */
function opened(html) {
  const document = parse(html);
  const scripts = elements(document, 'script').map(textOf);
  const element = { setAttribute: (name, value) => (attributes[name] = value) };
  const attributes = {};
  const body = [];
  const page = {
    createElement: () => element,
    body: { append: (one) => body.push({ ...one }) },
  };
  new Function('document', scripts.at(-1))(page);
  assert.equal(body.length, 1);
  return {
    document,
    scripts,
    attributes,
    state: body[0].state,
    title: textOf(elements(document, 'title')[0]),
  };
}

const valueOf = (script) => new Function(`${script}; return text;`)();

describe('a page in one file', () => {
  for (const text of awkward) {
    test(`holds ${JSON.stringify(text)} as a sentence, as a title, and in its script`, () => {
      const state = { ...saveState(DEFAULTS), sentences: [text], tokens: [[text, text]] };
      const script = `const text = ${JSON.stringify(text)};`;
      const page = opened(standaloneHtml(given({ state, script, title: text, noScript: text })));
      assert.equal(page.scripts.length, 2);
      assert.deepEqual(page.state, state);
      assert.equal(valueOf(page.scripts[0]), text);
      // HTML has no such character.
      assert.equal(page.title, text.replaceAll('\0', '\ufffd'));
    });
  }

  test('made of the script of such a page, is the same', () => {
    const script = 'const text = "</script><!--";';
    const html = standaloneHtml(given({ script }));
    const [again] = opened(html).scripts;
    assert.notEqual(again, script);
    assert.equal(standaloneHtml(given({ script: again })), html);
  });

  test('is in the language of the state, in its mode, and knows the site only if it is told', () => {
    const zh = opened(
      standaloneHtml(
        given({ lang: 'zh', state: saveState({ ...DEFAULTS, lang: 'zh', mode: 'guided' }) }),
      ),
    );
    assert.equal(attribute(elements(zh.document, 'html')[0], 'lang'), 'zh-CN');
    const page = { 'sync-url': '', loading: 'eager' };
    assert.deepEqual(zh.attributes, { lang: 'zh', mode: 'guided', ...page });
    const siteUrl = 'https://example.org/"</script>/';
    const en = opened(standaloneHtml(given({ siteUrl })));
    assert.deepEqual(en.attributes, {
      lang: 'en',
      mode: DEFAULTS.mode,
      ...page,
      'site-url': siteUrl,
    });
  });

  test('brings the files of its models, which the element finds by name', () => {
    const file = Uint8Array.from({ length: 70_000 }, (_, i) => (i * 7) % 256);
    const models = [
      { name: 'verse-en', file },
      { name: 'own', file: Uint8Array.of() },
    ];
    const { document } = opened(standaloneHtml(given({ models })));
    const scripts = elements(document, 'script');
    assert.equal(scripts.length, 4);
    globalThis.document = {
      querySelector(selector) {
        const [, name, value] = /^\[([\w-]+)="(.*)"\]$/.exec(selector);
        const found = scripts.find((one) => attribute(one, name) === value);
        return found && { textContent: textOf(found) };
      },
    };
    try {
      assert.deepEqual(pageFile('verse-en'), file);
      assert.deepEqual(pageFile('own'), Uint8Array.of());
      assert.equal(pageFile('sort'), undefined);
    } finally {
      delete globalThis.document;
    }
  });

  test('has states at random as they were', () => {
    const random = seeded(SEED);
    for (let i = 0; i < 200; i += 1) {
      const state = saveState({
        ...anyState(random),
        edits: [{ path: 'custom_mask', index: [0, 1], value: -Infinity }],
        given: [{ path: 'w_q', shape: [2], values: [Math.fround(random.unit()), -1e-30] }],
      });
      const { state: after } = opened(standaloneHtml(given({ state })));
      assert.deepEqual(after, state);
      assert.deepEqual(readSaved(after), readSaved(state));
    }
  });
});
