// Figures as LaTeX: what holds of every document, by reading it.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../node/support/seeded.mjs';
import { drawFigure, web, withStore } from './support/draw.mjs';
import { measure } from './support/measure.mjs';
import { anyTrace, plainWords } from './support/odd.mjs';
import { readTex, structureProblem, tablesOf } from './support/tex.mjs';

const SEED = Number(process.env.SEED ?? 1);
const TRACES = 20;
const size = [790, 560];

function texOf(store, path, more) {
  const figure = drawFigure(store, path, size, more);
  return { figure, tex: web.texFileOf(store, figure, store.step(path), measure) };
}

/** Calls `act` with the document of a random figure, and what it is of. */
function eachRandom(options, act) {
  const random = seeded(SEED);
  for (let i = 0; i < TRACES; i += 1) {
    const { patch, path } = anyTrace(random, { lang: i % 2 ? 'en' : 'zh', ...options });
    const more = { root: random.coin(), detail: random.coin() ? 'auto' : 'fit' };
    withStore({ ...patch, step: path }, (store) => {
      act({ store, path, name: `trace ${i}, ${path}`, ...texOf(store, path, more) });
    });
  }
}

describe('random figures as LaTeX', () => {
  test('braces and environments are closed as they were opened', () => {
    eachRandom({}, ({ tex, name }) => assert.equal(structureProblem(tex), undefined, name));
  });

  test('the tables have every number of the trace, bit for bit', () => {
    eachRandom({}, ({ store, figure, tex, name }) => {
      const tables = tablesOf(tex).map((rows) => rows.map(([, , v]) => Math.fround(v)));
      for (const { step, layout, scale } of figure.grids) {
        if (scale.kind === 'plain') continue;
        const { data } = store.tensor(step.path);
        const wanted = [];
        for (let row = 0; row < layout.rows; row += 1) {
          for (let column = 0; column < layout.columns; column += 1) {
            wanted.push(data[layout.flat(row, column)]);
          }
        }
        const isThere = tables.some(
          (table) =>
            table.length === wanted.length && table.every((v, at) => Object.is(v, wanted[at])),
        );
        assert.ok(isThere, `${name}: ${step.path}`);
      }
    });
  });

  test('each number stands at its row and column', () => {
    eachRandom({}, ({ tex, name }) => {
      for (const rows of tablesOf(tex)) {
        const columns = Math.max(...rows.map(([x]) => x)) + 1;
        rows.forEach(([x, y], at) => assert.equal(y * columns + x, at, name));
      }
    });
  });

  test('of ASCII only ASCII is made, which every TeX reads', () => {
    eachRandom({ lang: 'en', words: plainWords }, ({ tex, name }) => {
      assert.doesNotMatch(tex, /[^\n -~]/, name);
      assert.match(tex, /pdflatex/);
    });
  });

  test('Chinese characters need XeLaTeX, which the document says', () => {
    eachRandom({ lang: 'zh' }, ({ tex }) => {
      assert.match(tex, /\{ctex\}/);
      assert.match(tex, /^% .*xelatex/m);
      assert.doesNotMatch(tex, /^% .*pdflatex/m);
    });
  });
});

describe('a document', () => {
  test('says what it is of and how it is taken over', () => {
    const expected = {
      en: [
        'Attention weights',
        'The step weights of',
        'Compile it with',
        'To take the figure',
        'Its tables',
      ],
      zh: ['注意力权重', '注意力演练场的步骤 weights', '请用', '要把图放进', '表格里'],
    };
    for (const [lang, begins] of Object.entries(expected)) {
      withStore({ lang, step: 'weights' }, (store) => {
        const lines = texOf(store, 'weights').tex.split('\n');
        begins.forEach((text, i) => assert.ok(lines[i].startsWith(`% ${text}`), lines[i]));
        assert.match(lines[begins.length], /^\\documentclass/);
      });
    }
  });

  test('defines every colour, style and colormap within its picture', () => {
    eachRandom({}, ({ tex, name }) => {
      const picture = tex.slice(tex.indexOf('\\begin{tikzpicture}'));
      const defined = (pattern) => new Set([...picture.matchAll(pattern)].map(([, one]) => one));
      const colours = defined(/\\definecolor\{(ap-[\w-]+)\}/g);
      const styles = defined(/\\tikzset\{(ap text \d+)\/\.style/g);
      const maps = defined(/colormap=\{(ap-[\w-]+)\}/g);
      const used = (pattern) => [...picture.matchAll(pattern)].map(([, one]) => one);
      const all = [
        [colours, used(/(?:text=|fill=|draw=|color\{|\\draw\[|\\fill\[)(ap-[\w-]+)/g)],
        [styles, used(/\\node\[(ap text \d+)/g)],
        [maps, used(/colormap name=(ap-[\w-]+)/g)],
      ];
      for (const [known, names] of all) {
        for (const one of names) assert.ok(known.has(one), `${name}: ${one}`);
      }
    });
  });

  test('has 4096 cells at most, and is refused with their number beyond', () => {
    const patch = { heads: 1, sentences: ['a b'], tokens: [null], step: 'w_q' };
    withStore({ ...patch, dModel: 64 }, (store) => {
      assert.equal(typeof texOf(store, 'w_q').tex, 'string');
    });
    withStore({ ...patch, dModel: 65 }, (store) => {
      // The last of its columns would have to be scrolled to.
      assert.deepEqual(texOf(store, 'w_q').tex, { count: 65 * 64, most: 4096 });
    });
  });
});

describe('texts for TeX', () => {
  test('are read back as they were', () => {
    const random = seeded(SEED);
    for (let i = 0; i < 500; i += 1) {
      const letters = Array.from({ length: random.whole(0, 8) }, () => random.whole(32, 126));
      const text = String.fromCharCode(...letters);
      assert.equal(readTex(web.escapeTex(text)), text);
    }
  });

  const cases = {
    '−1 × π': '\\textminus{}1 \\ensuremath{\\times} \\ensuremath{\\pi}',
    '--': '-{}-',
    S̄: '\\ensuremath{\\bar{\\mbox{S}}}',
    é: 'é',
    'x²': 'x\\textsuperscript{2}',
    '\u0007': 'U+0007',
    '\ud800': 'U+D800',
    '我。': '我。',
    '😀': '\\apother{}{😀}{1F600}',
    'שלום עולם':
      '\\apother{Hebrew}{\\beginR שלום עולם\\endR}{05E9,05DC,05D5,05DD,0020,05E2,05D5,05DC,05DD}',
    ' a  b ': '~a~~b~'.replace('~~', '~ '),
  };
  for (const [text, tex] of Object.entries(cases)) {
    test(`${JSON.stringify(text)} is ${tex}`, () => assert.equal(web.escapeTex(text), tex));
  }
});
