// What the build makes of the step declarations and of both languages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  formulaTables,
  readDeclarations,
  readNotation,
  readTexts,
  texIn,
} from '../../../scripts/build/generated.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { entries, translationProblems } from './support/translations.mjs';

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
  const kinds = readdirSync(join(root, 'web/i18n/en')).flatMap((name) => {
    const source = readFileSync(join(root, 'web/i18n/en', name), 'utf8');
    return [...source.matchAll(/^  (\w+): \{\s+title:/gm)].map(([, kind]) => kind);
  });
  assert.deepEqual([...new Set(kinds)].sort(), kinds.toSorted());
  assert.deepEqual(kinds.toSorted(), Object.keys(en.steps).sort());
});

describe('the check of translations', () => {
  const text = (title, prose) => ({ steps: { scores: { title, text: prose } } });
  const en = text('Scores', 'Each query meets each key.');
  const zh = text('分数', '每个查询遇到每个键。');

  test('complete dictionaries pass', () => {
    assert.deepEqual(translationProblems({ en, zh }, ['scores']), []);
  });

  test('a key that one language lacks is found, in either direction', () => {
    assert.equal(translationProblems({ en: { ...en, run: 'Run' }, zh }, []).length, 1);
    assert.equal(translationProblems({ en, zh: { ...zh, run: '运行' } }, []).length, 1);
  });

  test('an empty text, and a Chinese text without Chinese, are found', () => {
    assert.equal(translationProblems({ en, zh: text('分数', ' ') }, []).length, 1);
    assert.equal(translationProblems({ en, zh: text('Scores', '每个键。') }, []).length, 1);
  });

  test('a kind of step without its two texts is found in both languages', () => {
    const found = translationProblems({ en, zh }, ['scores', 'weights']);
    assert.equal(found.length, 2);
    assert.match(found[0], /weights/);
  });
});

test('both languages are complete, and every kind of step has its texts', async () => {
  const kinds = [...new Set((await readDeclarations()).map(({ kind }) => kind))];
  assert.deepEqual(translationProblems(await readTexts(), kinds), []);
});

/** What fits into one line under a step's title, at 1280 px. */
const ONE_LINE = { en: 95, zh: 46 };

test('the first sentence of every step fits into one line', async () => {
  for (const [language, { steps }] of Object.entries(await readTexts())) {
    for (const [kind, { text }] of Object.entries(steps)) {
      const { first, rest } = firstSentence(text);
      assert.ok(
        first.length <= ONE_LINE[language],
        `${language} ${kind}: ${first.length}, ${first}`,
      );
      assert.match(first, language === 'zh' ? /。$/ : /(?<!\bal)\.$/, `${kind}: a whole sentence`);
      assert.equal([first, rest].filter(Boolean).join(language === 'zh' ? '' : ' '), text);
    }
  }
});

test('a text without an end is its own first sentence', () => {
  assert.deepEqual(firstSentence('ln n, at 1.5'), { first: 'ln n, at 1.5', rest: '' });
  assert.deepEqual(firstSentence('一。二。'), { first: '一。', rest: '二。' });
});

/** Words that say something else than is meant, or that another word says everywhere else. */
const REPLACED = {
  en: /weights are random|multiplied with|memory token|(?<!non-)(?<!not )positive numbers that sum|take back|came about|this is none/i,
  zh: /遮|推演|工作进程|次序|站在|抽取|抽到|按规定|切分成头|隐藏(?!层|的头|或显示|。)|加掩码的|归一化（softmax）/u,
};

test('one thing has one word everywhere', async () => {
  for (const [language, texts] of Object.entries(await readTexts())) {
    for (const [key, text] of entries(texts)) {
      assert.doesNotMatch(text, REPLACED[language], `${key} in ${language}`);
    }
  }
});

/** What a text calls a whole of which {n} is one. */
const WHOLE = String.raw`\{(total|all|most|of|count)\}`;

test('of a place and a whole, the place stands where the words say so: “step 3 of 20”, “第 3 步，共 20 步”', async () => {
  const wrong = {
    en: new RegExp(`${WHOLE} of \\{n\\}`),
    zh: new RegExp(`第 ?${WHOLE}|共 ?\\{n\\}`),
  };
  let found = 0;
  for (const [language, texts] of Object.entries(await readTexts())) {
    for (const [key, text] of entries(texts)) {
      if (!text.includes('{n}') || !new RegExp(WHOLE).test(text)) continue;
      found++;
      assert.doesNotMatch(text, wrong[language], `${key} in ${language}`);
    }
  }
  assert.ok(found > 8, String(found));
});

test('a text is filled, in the singular for 1; what is put in is not read again', () => {
  const text = '{n} {n|step|steps} of “{name}”';
  assert.equal(fill(text, { n: 1, name: '{n}' }), '1 step of “{n}”');
  assert.equal(fill(text, { n: 0, name: 'a|b' }), '0 steps of “a|b”');
  assert.equal(fill(text, { n: '21' }), '21 steps of “{name}”');
});
