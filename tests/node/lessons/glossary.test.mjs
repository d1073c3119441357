// The terms of the course: found in sentences of both languages, never before the lesson that introduces them, and linked where
// they are said first.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { lessonOf } from './support/check.mjs';

const glossary = await importWeb(
  ...['course', 'find', 'links', 'page', 'said', 'terms'].map(
    (name) => `site/.vitepress/lessons/glossary/${name}.ts`,
  ),
  'site/.vitepress/lessons/insertions.ts',
  'site/.vitepress/lessons/parse.ts',
);
const { TERMS, courseOf, earlyIn, glossaryOf, glossaryTexts, parseLesson, termsIn } = glossary;

describe('terms in a sentence', () => {
  const sentences = [
    ['en', 'A causal mask hides; masks are added.', ['causal-mask', 'mask']],
    [
      'en',
      'Queries ask, and the padding mask of a batch answers.',
      ['query', 'padding-mask', 'batch'],
    ],
    ['en', 'Nothing in view, until `view` and `x.transpose(1, 2)`.', ['view', 'transpose']],
    ['en', 'A headline is unmasked, and a monkey is no key-ring.', []],
    ['zh', '因果掩码屏蔽后面的词，掩码加在分数上。', ['causal-mask', 'mask', 'score']],
    ['zh', '开头的关键是数值，每个头里的键和值。', ['head', 'key', 'value']],
    ['zh', '注意力权重就是权重。', ['attention-weight', 'attention-weight']],
  ];
  for (const [lang, sentence, ids] of sentences) {
    test(`${lang}: ${sentence}`, () =>
      assert.deepEqual(
        termsIn(sentence, lang).map(({ id }) => id),
        ids,
      ));
  }
});

const early = (text, file, name) => {
  const source = lessonOf([{ text }], { name });
  const order = (lesson) => ['it', 'by-hand', 'shares', 'query-key-value'].indexOf(lesson) >>> 0;
  return earlyIn(parseLesson(file, source), source, order);
};

describe('no term before a lesson has introduced it', () => {
  test('one of a later lesson is told with its beat, and with the lesson that introduces it', () => {
    const [found, ...others] = early(
      'This is a vector, and a layer.',
      'learn/by-hand.md',
      'by-hand',
    );
    assert.deepEqual(found, { term: 'layer', beat: 'first', by: 'the-block' });
    assert.deepEqual(others, []);
  });
  test('in options, answers and hints, too; in Chinese as in English', () => {
    const option = '<details right><summary>点积</summary>\n\n对。\n\n</details>';
    const text = `<lesson-choice>\n\n哪个？\n\n${option}\n\n</lesson-choice>`;
    assert.deepEqual(
      early(text, 'zh/learn/it.md', 'it').map(({ term, by }) => [term, by]),
      [['dot-product', 'by-hand']],
    );
  });
  test('names of other lessons and lines of programs may have any', () =>
    assert.deepEqual(early('Next: [Softmax](./shares). `softmax(x)`', 'learn/it.md', 'it'), []));
  test('what an earlier lesson has said in passing may be said', () =>
    assert.deepEqual(early('A query asks.', 'learn/by-hand.md', 'by-hand'), []));
});

for (const lang of ['en', 'zh']) {
  const course = courseOf(lang);
  const linksIn = ({ lesson, source }) => {
    const to = new glossary.Insertions();
    glossary.writeTermLinks(to, lesson, source, course);
    return to.written(source);
  };

  test(`each term is linked in the lesson that explains it, and where it returns, once each: ${lang}`, () => {
    const links = course.map((one) => ({
      name: one.lesson.name,
      ids: [...linksIn(one).matchAll(/\]\(\.\/glossary#([\w-]+)\)\{\.term\}/g)].map(([, id]) => id),
    }));
    for (const { name, ids } of links) assert.deepEqual(ids, [...new Set(ids)], name);
    for (const { id, lesson, since } of TERMS) {
      const found = links.filter(({ ids }) => ids.includes(id)).map(({ name }) => name);
      if (!links.some(({ name }) => name === lesson)) continue;
      assert.ok(found.includes(lesson) || found.includes(since), `${id}: ${found}`);
      assert.ok(found.length <= 3, `${id}: ${found}`);
    }
  });

  test(`links break no bold words, and leave code, options and links as they are: ${lang}`, () => {
    for (const one of course) {
      const written = linksIn(one);
      assert.doesNotMatch(written, /\*\*\[[^\]]*\]\([^)]*\)\{\.term\}\*\*/);
      assert.doesNotMatch(written, /<summary>[^\n]*\{\.term\}/);
      const plain = written.replace(/\[([^[\]]*)\]\(\.\/glossary#[\w-]+\)\{\.term\}/g, '$1');
      assert.equal(plain, one.source);
    }
  });

  test(`the page has every term, with its word in the other language: ${lang}`, () => {
    const page = glossaryOf(lang, new Map());
    const other = glossaryTexts[lang === 'en' ? 'zh' : 'en'];
    for (const { id } of TERMS) {
      assert.ok(page.includes(`{#${id}}`), id);
      assert.ok(
        page.includes(other.terms[id].name) || /^(softmax|NaN|AdamW)$/i.test(other.terms[id].name),
        id,
      );
    }
  });
}
