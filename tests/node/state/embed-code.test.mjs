// The code that a person copies to show the same in another page: pasted there, the state is the one that was copied.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const {
  DEFAULTS,
  embedCode,
  firstPair,
  firstVisit,
  hasMemory,
  plainVisit,
  PRESETS,
  PROPERTIES,
  readSaved,
  repair,
  settingsAsRaw,
} = await importWeb(
  'playground/attributes.ts',
  'playground/embed-code.ts',
  'playground/first-visit.ts',
  'playground/examples/presets.ts',
  'playground/repair.ts',
  'playground/saved-state.ts',
  'playground/state.ts',
);

const unescaped = (text) =>
  text
    .replaceAll('&#10;', '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** The state of the element that a browser makes of the code. */
function pasted(code) {
  const [, attributes] = code.match(/<attention-playground([^>]*)><\/attention-playground>/);
  const given = Object.fromEntries(
    [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [
      name,
      unescaped(text),
    ]),
  );
  const base = plainVisit(given.lang);
  const [, json] = code.match(/\.state = (.*);\n<\/script>/) ?? [];
  if (json) return { ...base, ...repair(readSaved(JSON.parse(json)), base).patch };
  const byProperty = PROPERTIES.flatMap(({ property, attribute }) =>
    given[attribute] === undefined ? [] : [[property, given[attribute]]],
  );
  const raw = settingsAsRaw(Object.fromEntries(byProperty), given.lang);
  return { ...base, ...repair(raw, base).patch };
}

describe('the code to embed', () => {
  test('of every example, in both languages, is that example where it is pasted', () => {
    for (const { name, patch } of PRESETS) {
      for (const lang of ['en', 'zh']) {
        const state = { ...plainVisit(lang), ...patch };
        const found = pasted(embedCode(state));
        if (!hasMemory(state)) found.memory = state.memory;
        assert.deepEqual(found, state, `${name}, ${lang}`);
      }
    }
  });

  test('is a tag with attributes where these say all', () => {
    const state = { ...DEFAULTS, sentences: ['A "b" & <c>', 'd'], tokens: [null, null], heads: 2 };
    const code = embedCode(state);
    assert.doesNotMatch(code, /\.state/);
    assert.match(code, /sentence="A &quot;b&quot; &amp; &lt;c&gt;&#10;d"/);
    assert.equal(code.trim().split('\n').length, 3, 'a tag stands on one line');
    const { sentences, heads } = pasted(code);
    assert.deepEqual([sentences, heads], [state.sentences, 2]);
  });

  test('holds edits and tokens by hand, and no text of theirs ends its script', () => {
    const tokens = [['</script>', 'b']];
    const edits = [{ path: 'scores', index: [0, 0, 1, 1], value: -Infinity }];
    const state = { ...DEFAULTS, tokens, edits };
    const code = embedCode(state);
    assert.equal(code.match(/<\/script>/g).length, 2);
    assert.deepEqual(pasted(code), state);
  });

  test('names a trained model, and leaves what is the model’s to it', () => {
    const code = embedCode({ ...firstVisit('en'), heads: 1, dModel: 32, layers: 2 });
    assert.match(code, /"parameters":"referent-emergent"/);
    assert.doesNotMatch(code, /dModel|layers/);
    assert.equal(pasted(embedCode({ ...DEFAULTS, ...firstPair('en') })).model, 'encoder-decoder');
  });
});
