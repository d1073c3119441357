// What the build makes of the step declarations and of both languages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  formulaTables,
  readDeclarations,
  readNotation,
  readPanelTexts,
  readTexts,
  texIn,
} from '../../../scripts/build/generated.mjs';
import { translationProblems } from '../../../scripts/checks/translations.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const { fill } = await importWeb('i18n/fill.ts');

describe('formulas', () => {
  test('TeX is found between dollar signs', () => {
    assert.deepEqual(texIn('Each $q_i$ meets each $k_j$ once.'), ['q_i', 'k_j']);
    assert.deepEqual(texIn('No formula here.'), []);
  });

  test('the page has pieces for every declared formula and symbol, and for the TeX of every text', async () => {
    const written = readFileSync(join(root, 'web/kit/generated/formulas.ts'), 'utf8');
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
  const files = readdirSync(join(root, 'web/i18n/en')).filter((name) => /^steps/.test(name));
  const kinds = files.flatMap((name) => {
    const source = readFileSync(join(root, 'web/i18n/en', name), 'utf8');
    return [...source.matchAll(/^  (\w+): \{\s+title:/gm)].map(([, kind]) => kind);
  });
  assert.deepEqual([...new Set(kinds)].sort(), kinds.toSorted());
  assert.deepEqual(kinds.toSorted(), Object.keys(en.steps).sort());
});

test('both languages are complete, and every kind of step has its texts', async () => {
  const kinds = [...new Set((await readDeclarations()).map(({ kind }) => kind))];
  assert.deepEqual(translationProblems(await readTexts(), kinds), []);
});

test('every panel has all of its texts in both languages', async () => {
  const texts = await readPanelTexts();
  assert.ok(Object.keys(texts.en).length > 0);
  assert.deepEqual(translationProblems(texts, []), []);
});

test('a text is filled, in the singular for 1; what is put in is not read again', () => {
  const text = '{n} {n|step|steps} of “{name}”';
  assert.equal(fill(text, { n: 1, name: '{n}' }), '1 step of “{n}”');
  assert.equal(fill(text, { n: 0, name: 'a|b' }), '0 steps of “a|b”');
  assert.equal(fill(text, { n: '21' }), '21 steps of “{name}”');
});
