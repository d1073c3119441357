// Steps as tables of Markdown, read back with markdown-it, the parser of the site.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMarkdownRenderer } from 'vitepress';
import { seeded } from '../node/support/seeded.mjs';
import { web, withStore } from './support/draw.mjs';
import { anyTrace } from './support/odd.mjs';

const SEED = Number(process.env.SEED ?? 1);
const TRACES = 20;

const { constructor: Parser } = await createMarkdownRenderer('.', {}, '/');
/** Without the site's own rules, with what GitHub adds: tables, deleted text, and addresses as links. */
const parser = new Parser({ html: true, linkify: true });

const textOf = (children) =>
  children
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

/** { headings, tables: rows of cells as text, paragraphs, marks: what is neither text nor code }. */
function parse(text) {
  const found = { headings: [], tables: [], paragraphs: [], marks: [], aligned: new Set() };
  let place;
  for (const { type, children, attrs } of parser.parse(text, {})) {
    if (type === 'table_open') found.tables.push([]);
    if (type === 'tr_open') found.tables.at(-1).push([]);
    if (/_open$/.test(type)) place = type;
    if (type === 'td_open') found.aligned.add(attrs?.[0]?.[1]);
    if (type !== 'inline') continue;
    if (/^t[hd]_open$/.test(place)) {
      found.tables.at(-1).at(-1).push(textOf(children));
      const isPlain = ({ type }) => type === 'text';
      found.marks.push(...children.filter((child) => !isPlain(child)));
    }
    if (place === 'heading_open') found.headings.push(textOf(children).trim());
    if (place === 'paragraph_open') found.paragraphs.push(textOf(children));
  }
  return found;
}

function eachRandom(act) {
  const random = seeded(SEED);
  for (let i = 0; i < TRACES; i += 1) {
    const { patch, path } = anyTrace(random, { lang: i % 2 ? 'en' : 'zh', most: 7 });
    withStore({ ...patch, step: path }, (store) => {
      const step = store.step(path);
      const made = web.markdownOf(store, step);
      assert.equal(typeof made, 'string');
      act({ store, step, made, name: `trace ${i}, ${path}`, ...parse(made) });
    });
  }
}

/** Half of the last digit that is written. */
function isRounded(text, value) {
  if (text === '−∞') return value === -Infinity;
  const plain = text.replaceAll('−', '-');
  const half = 0.5000001 * 10 ** web.lastPlace(plain);
  return plain !== '' && Math.abs(Number(plain) - value) <= half;
}

describe('random steps as Markdown', () => {
  test('tables have every number of the step once, rounded', () => {
    eachRandom(({ store, step, tables, name }) => {
      const { data } = store.tensor(step.path);
      const left = [...data];
      const numbers = tables.flatMap((rows) => rows.slice(1).flatMap((row) => row.slice(1)));
      assert.equal(numbers.length, left.length, name);
      if (step.op === 'given' && step.path === 'ids') return;
      // Heads side by side stand in one table: rows of a table are not those of the data.
      for (const text of numbers) {
        const at = left.findIndex((value) => isRounded(text, value));
        assert.ok(at >= 0, `${name}: ${text}`);
        left.splice(at, 1);
      }
    });
  });

  test('labels and slices are those of the figure, cell by cell', () => {
    eachRandom(({ store, step, tables, name }) => {
      const { batch, head } = store.state;
      const selection = { batch, head };
      const grid = web.gridOf(store, { selection, words: store.t, root: false }, step);
      const columns = Array.from({ length: grid.layout.columns }, (_, at) =>
        web.columnName(grid, at),
      );
      const rows = Array.from({ length: grid.layout.rows }, (_, row) => [
        grid.rowLabels[row] ?? '',
        ...columns.map((_, column) =>
          web
            .cellNumber(grid, web.valueAt(grid, row, column), store.state.decimals)
            .replaceAll('-', grid.words.length > 0 ? '-' : '−'),
        ),
      ]);
      const wanted = JSON.stringify([['', ...columns], ...rows]);
      assert.ok(
        tables.some((table) => JSON.stringify(table) === wanted),
        `${name}: ${wanted} is not in ${JSON.stringify(tables)}`,
      );
    });
  });

  test('no token is read as a sign of Markdown', () => {
    eachRandom(({ marks, name }) => assert.deepEqual(marks, [], name));
  });

  test('numbers stand on the right', () => {
    eachRandom(({ aligned }) =>
      assert.deepEqual([...aligned].sort(), ['text-align:left', 'text-align:right']),
    );
  });

  test('a heading names the step, and one each of several matrices', () => {
    eachRandom(({ step, store, headings, tables, name }) => {
      assert.ok(headings[0].endsWith(`· ${step.path}`), name);
      assert.ok(headings[0].includes(web.symbolText(step.symbol)), headings[0]);
      assert.ok(headings[0].includes(web.stepCaption(store, step).shape), headings[0]);
      assert.equal(headings.length, tables.length > 1 ? tables.length + 1 : 1, name);
      assert.equal(new Set(headings).size, headings.length, name);
    });
  });
});

test('slices are named in both languages', () => {
  const expected = { en: 'batch 2, Head 1', zh: '批 2，头 1' };
  for (const [lang, name] of Object.entries(expected)) {
    const patch = { lang, heads: 2, dModel: 4, sentences: ['a b', 'c d'], tokens: [null, null] };
    withStore({ ...patch, step: 'scores' }, (store) => {
      const { headings } = parse(web.markdownOf(store, store.step('scores')));
      assert.ok(headings.includes(name), headings.join());
    });
  }
});

test('of too many numbers only the matrix that is shown is written, which a line says; a larger one is refused', () => {
  const words = Array.from({ length: 31 }, (_, i) => `w${i}`);
  const patch = { lang: 'en', heads: 8, dModel: 16, sentences: [words.join(' ')], tokens: [words] };
  withStore({ ...patch, step: 'scores', head: 5 }, (store) => {
    const { tables, headings, paragraphs } = parse(web.markdownOf(store, store.step('scores')));
    assert.equal(tables.length, 1);
    assert.equal(headings[1], 'Head 6');
    assert.match(paragraphs[0], /^One of 8 matrices: .*7688.*4096/);
  });
  const large = { heads: 1, dModel: 65, sentences: ['a'], tokens: [null], step: 'w_q' };
  withStore(large, (store) => {
    const made = web.markdownOf(store, store.step('w_q'));
    assert.deepEqual(made, { count: 65 * 65, most: 4096 });
  });
});

test('edited cells are told, with the numbers before', () => {
  const patch = { lang: 'en', heads: 1, dModel: 4, sentences: ['a b'], tokens: [null] };
  withStore({ ...patch, step: 'scores' }, (store) => {
    store.edit('scores', [0, 0, 1, 0], 2.5);
    const { paragraphs } = parse(web.markdownOf(store, store.step('scores')));
    assert.match(paragraphs[0], /^Edited: b → a is 2\.50, was /);
  });
});

test('texts with line breaks, blanks and pipes stay one cell', () => {
  for (const text of [
    'a\nb',
    ' a ',
    'a  b',
    '|',
    '`|`',
    'a\tb',
    '\\|',
    '\u0007',
    '&amp;',
    '~~a~~',
  ]) {
    const [[, row]] = parse(
      `| x | y |\n| --- | --- |\n| ${web.escapeMarkdown(text)} | 1 |\n`,
    ).tables;
    const shown = text.replace('\n', '\\n').replace('\t', '\\t').replace('\u0007', '\ufffd');
    assert.deepEqual(row, [shown, '1']);
  }
});
