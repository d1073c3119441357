// Figures as LaTeX, compiled where TeX is there: Debian has it as texlive-pictures, with texlive-xetex and texlive-lang-chinese.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { drawFigure, web, withStore } from './support/draw.mjs';
import { measure } from './support/measure.mjs';
import { oddWords, plainWords } from './support/odd.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attention-tex-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Why a program cannot compile; false if it can. */
function missing(program, ...styles) {
  if (spawnSync(program, ['--version']).error) return `${program} is not installed`;
  const lost = styles.find((style) => spawnSync('kpsewhich', [style]).status !== 0);
  return lost ? `TeX has no ${lost} here` : false;
}

const pdf = missing('pdflatex', 'pgfplots.sty', 'lmodern.sty', 'standalone.cls');
const xe = pdf || missing('xelatex', 'fontspec.sty', 'ctex.sty');

/** Compiles a document; every character of it has to have a glyph. */
function compile(program, name, tex) {
  writeFileSync(join(folder, `${name}.tex`), tex);
  const options = ['-interaction=nonstopmode', '-halt-on-error', `${name}.tex`];
  const { status, stdout } = spawnSync(program, options, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stdout.slice(-2000));
  const log = readFileSync(join(folder, `${name}.log`), 'utf8');
  assert.doesNotMatch(log, /Missing character/);
  assert.ok(readFileSync(join(folder, `${name}.pdf`)).length > 1000);
}

function figureTex(patch, path, more) {
  const size = [790, 560];
  return withStore({ ...patch, step: path }, (store) =>
    web.texFileOf(store, drawFigure(store, path, size, more), store.step(path), measure),
  );
}

const sentence = (words) => ({ sentences: [words.join(' ')], tokens: [words] });

/** Cells that traces seldom have. */
function extremes() {
  const values = Float32Array.of(NaN, Infinity, -Infinity, -0, 3.4e38, -3.4e38, 1e-45, 1);
  const kinds = [
    { kind: 'diverging', root: false, low: -3.4e38, high: 3.4e38 },
    { kind: 'sequential', root: true, low: 0, high: 1 },
    { kind: 'diverging', root: false, low: -1e-30, high: 1e-30 },
  ];
  const shapes = [
    [8, 1],
    [1, 8],
    [2, 4],
  ];
  const marks = shapes.map(([rows, columns], i) => ({
    type: 'cells',
    ...{ x: i * 200, y: 0, width: 160, height: 160, rows, columns, values, size: 9 },
    scale: kinds[i],
    texts: Array.from(values, String),
  }));
  const circle = 'M100 200a20.5 20.5 0 1 0 41 0a20.5 20.5 0 1 0 -41 0z';
  const path = { type: 'path', d: circle, stroke: 'accent', fill: 'surface', dash: [1, 3] };
  const letters = Array.from({ length: 0x17f - 0xa0 }, (_, i) => String.fromCodePoint(0xa1 + i));
  const known = letters.filter((letter) => !web.escapeTex(letter).includes('apother'));
  const text = { type: 'text', x: 0, size: 11, face: 'sans', colour: 'ink', align: 'start' };
  const texts = [known.join(''), 'αΩ√∞≤→ S̄ x² ⌊a⌋', plainWords.join('')].map((one, i) => ({
    ...text,
    text: one,
    y: 260 + 20 * i,
  }));
  return { width: 600, height: 300, marks: [...marks, path, ...texts] };
}

test('figures of a trace with odd tokens and a mask compile', { skip: pdf }, () => {
  const patch = { lang: 'en', mask: 'causal', ...sentence(plainWords.slice(2, 8)) };
  compile('pdflatex', 'weights', figureTex(patch, 'weights', { root: true }));
  compile('pdflatex', 'queries', figureTex(patch, 'q_view'));
});

test(
  'numbers at their limits, one row or column, and every letter that is kept compile',
  { skip: pdf },
  () => {
    const look = web.paperLook('light');
    const texts = web.dictionaryOf('en').figure;
    const tex = web.texOf(extremes(), { look, title: '100% of $_#', path: 'a_b', texts });
    compile('pdflatex', 'extremes', tex);
  },
);

test('Chinese, Arabic, Hebrew and emoji compile with XeLaTeX', { skip: xe }, () => {
  const words = [...oddWords.zh, ...oddWords.en].slice(0, 24);
  compile('xelatex', 'chinese', figureTex({ lang: 'zh', ...sentence(words) }, 'weights'));
});
