// What the build makes of the step declarations and of both languages.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  formulaTables,
  readDeclarations,
  readNotation,
  readTexts,
  texIn,
} from '../../../scripts/build/generated.mjs';
import { panelNames } from '../../../scripts/build/entries.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { entries, missingTexts, rules } from './support/text-rules.mjs';

const { fill, firstSentence } = await importWeb('i18n/fill.ts', 'i18n/step-text.ts');

describe('formulas', () => {
  test('TeX is found between dollar signs', () => {
    assert.deepEqual(texIn('Each $q_i$ meets each $k_j$ once.'), ['q_i', 'k_j']);
    assert.deepEqual(texIn('No formula here.'), []);
  });

  test('the page has pieces for every declared formula and symbol, and for the TeX of every text', async () => {
    const written = readFileSync(join(root, 'web/kit/formulas/generated/formulas.ts'), 'utf8');
    const tables = formulaTables(await readDeclarations(), await readTexts(), await readNotation());
    assert.ok(tables.formulas.size > 0 && tables.symbols.size > 0);
    for (const [template, pieces] of [...tables.formulas, ...tables.symbols]) {
      assert.ok(
        written.includes(`${JSON.stringify(template)}: ${JSON.stringify(pieces)}`),
        template,
      );
    }
    for (const tex of texIn(JSON.stringify(await readTexts())).map((text) =>
      JSON.parse(`"${text}"`),
    )) {
      assert.ok(tables.symbols.has(tex), tex);
    }
  });
});

test('no kind of step has its texts in two places', async () => {
  const { en } = await readTexts();
  const files = [
    ...readdirSync(join(root, 'web/i18n/en')).map((name) => join('web/i18n/en', name)),
    ...panelNames().map((name) => `web/panels/${name}/texts/en-steps.ts`),
  ].filter((name) => existsSync(join(root, name)));
  const kinds = files.flatMap((name) => {
    const source = readFileSync(join(root, name), 'utf8');
    return [...source.matchAll(/^  (\w+): \{\s+title:/gm)].map(([, kind]) => kind);
  });
  assert.deepEqual([...new Set(kinds)].sort(), kinds.toSorted());
  assert.deepEqual(kinds.toSorted(), Object.keys(en.steps).sort());
});

describe('what both languages have', () => {
  const text = (title, prose) => ({ steps: { scores: { title, text: prose } } });
  const en = text('Scores', 'Each query meets each key.');
  const zh = text('分数', '每个查询遇到每个键。');

  test('a key that one language lacks is found, in either direction', () => {
    assert.deepEqual(missingTexts({ en, zh }, ['scores']), []);
    assert.deepEqual(missingTexts({ en: { ...en, run: 'Run' }, zh }, []), ['run is missing in zh']);
    assert.deepEqual(missingTexts({ en, zh: { ...zh, run: '运行' } }, []), [
      'run is missing in en',
    ]);
  });

  test('a kind of step without its two texts is found in both languages', () => {
    const found = missingTexts({ en, zh }, ['scores', 'weights']);
    assert.equal(found.length, 4);
    assert.match(found[0], /weights/);
  });

  test('they have the same texts, and every kind of step has its own', async () => {
    const kinds = [...new Set((await readDeclarations()).map(({ kind }) => kind))];
    assert.deepEqual(missingTexts(await readTexts(), kinds), []);
  });
});

describe('every text', () => {
  for (const { name, why, problem, right, wrong } of rules) {
    test(`${name}, because ${why}`, async () => {
      const sample = ([language, text, key = 'key']) => problem({ language, text, key });
      for (const one of right) assert.ok(!sample(one), one.join());
      for (const one of wrong) assert.ok(sample(one), one.join());
      const problems = Object.entries(await readTexts()).flatMap(([language, dictionary]) =>
        entries(dictionary).flatMap(([key, text]) => {
          const found = problem({ language, key, text });
          return found ? [`${key} in ${language}: ${found}`] : [];
        }),
      );
      assert.deepEqual(problems, []);
    });
  }
});

test('the first sentence of a text and its rest are the text', async () => {
  for (const [language, { steps }] of Object.entries(await readTexts())) {
    for (const { text } of Object.values(steps)) {
      const { first, rest } = firstSentence(text);
      assert.equal([first, rest].filter(Boolean).join(language === 'zh' ? '' : ' '), text);
    }
  }
});

test('a text without an end is its own first sentence', () => {
  assert.deepEqual(firstSentence('ln n, at 1.5'), { first: 'ln n, at 1.5', rest: '' });
  assert.deepEqual(firstSentence('一。二。'), { first: '一。', rest: '二。' });
});

test('a text is filled, in the singular for 1; what is put in is not read again', () => {
  const text = '{n} {n|step|steps} of “{name}”';
  assert.equal(fill(text, { n: 1, name: '{n}' }), '1 step of “{n}”');
  assert.equal(fill(text, { n: 0, name: 'a|b' }), '0 steps of “a|b”');
  assert.equal(fill(text, { n: '21' }), '21 steps of “{name}”');
});
