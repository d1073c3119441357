// The code that a person copies to show the same in another page: pasted there, the state is the one that was copied.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';
import { anyState, anyValue } from './support/any-state.mjs';

const {
  DEFAULTS,
  embedCode,
  firstPair,
  firstVisit,
  hasMemory,
  plainVisit,
  prepare,
  PRESETS,
  PROPERTIES,
  readSaved,
  repair,
  SETTINGS,
  settingsAsRaw,
} = await importWeb(
  'playground/attributes.ts',
  'playground/take/embed-code.ts',
  'playground/first-visit.ts',
  'playground/examples/presets.ts',
  'playground/repair.ts',
  'playground/saved-state.ts',
  'playground/state.ts',
  'playground/settings/table.ts',
  'playground/state-changes.ts',
);

const SEED = Number(process.env.SEED ?? 1);
const MODES = ['figure', 'guided', 'workbench'];

const unescaped = (text) =>
  text
    .replaceAll('&#10;', '\n')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** A state as a person may have made it, in any mode: what is computed, what is looked at, and what was edited. */
function anyWork(random, lang, mode) {
  const state = { ...anyState(random), lang, mode };
  for (const name of ['decimals', 'weightsView', 'seed']) {
    if (random.coin()) state[name] = anyValue(random, SETTINGS[name]);
  }
  if (random.coin()) Object.assign(state, { step: 'scores', cell: [0, 0, random.whole(0, 1), 0] });
  const edit = { path: 'weights', index: [0, 0, 1, random.whole(0, 1)], value: random.unit() };
  return random.coin() ? { ...state, edits: [edit] } : state;
}

/** What is not shown is not in the code. */
const shown = (state) => ({
  ...state,
  ...(hasMemory(state) ? {} : { memory: [], memoryTokens: [] }),
  // None by hand.
  ...(state.tokens.every((one) => one === null) ? { tokens: [], memoryTokens: [] } : {}),
});

/** The state of the element that a browser makes of the code. */
function pasted(code) {
  const [, attributes] = code.match(/<attention-playground([^>]*)><\/attention-playground>/);
  const given = Object.fromEntries(
    [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map(([, name, text]) => [
      name,
      unescaped(text),
    ]),
  );
  const base = { ...plainVisit(given.lang), mode: given.mode };
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

  test('of any state in any mode, in both languages, is that state and mode', () => {
    const random = seeded(SEED);
    let count = 0;
    for (const lang of ['en', 'zh']) {
      for (const mode of MODES) {
        for (let i = 0; i < 60; i += 1) {
          const { state, problem } = prepare(plainVisit(lang), anyWork(random, lang, mode));
          if (problem) continue;
          count += 1;
          const code = embedCode(state);
          assert.match(code, new RegExp(`<attention-playground [^>]*mode="${mode}"`));
          assert.deepEqual(shown(pasted(code)), shown(state), code);
        }
      }
    }
    assert.ok(count > 100, `${count} states`);
  });

  test('says whose parameters they are, as an element that is told nothing opens on a trained model', () => {
    for (const decimals of [2, 4]) {
      const code = embedCode({ ...plainVisit('en'), decimals });
      assert.match(code, /parameters="random"/);
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
