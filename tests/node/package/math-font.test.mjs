// The face of formulas that the package ships: what is in the file.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { readCharacters, readTables } from './support/woff2.mjs';

const { formulas, symbols } = await importWeb('kit/formulas/generated/formulas.ts');
const file = readFileSync(join(root, 'web/kit/formulas/fonts/ap-math.font'));
const tables = readTables(file);
const characters = readCharacters(tables.cmap);

/** What a browser draws for the one letter of an <mi>. */
function italic(letter) {
  const code = letter.codePointAt(0);
  const moved = (first, to) => String.fromCodePoint(code - first.codePointAt(0) + to);
  if (letter === 'h') return 'ℎ';
  if (letter === 'ϵ') return '𝜖';
  if (/[A-Z]/.test(letter)) return moved('A', 0x1d434);
  if (/[a-z]/.test(letter)) return moved('a', 0x1d44e);
  if (/[Α-Ω]/.test(letter)) return moved('Α', 0x1d6e2);
  if (/[α-ω]/.test(letter)) return moved('α', 0x1d6fc);
  return letter;
}

const decoded = (text) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** Stands between a function and its argument. */
const invisible = '\u2061';

/** Characters that are drawn for a piece of MathML. */
function drawn(markup) {
  return [...markup.matchAll(/<(m\w+)([^>]*)>([^<]+)</g)].flatMap(([, tag, attributes, text]) => {
    const letters = [...decoded(text)].filter((letter) => letter !== invisible);
    const isItalic = tag === 'mi' && letters.length === 1 && !/"normal"/.test(attributes);
    return isItalic ? [italic(letters[0])] : letters;
  });
}

test('every character of every formula is in it', () => {
  for (const [template, pieces] of [...Object.entries(formulas), ...Object.entries(symbols)]) {
    const markup = pieces.filter((_, i) => i % 2 === 0).join('');
    const missing = drawn(markup).filter((character) => !characters.has(character));
    assert.deepEqual(missing, [], template);
  }
});

test('so is what stands in the places of formulas: letters, digits, commas and minus signs', () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
  const missing = [...letters.map(italic), ...'0123456789.,−'].filter(
    (character) => !characters.has(character),
  );
  assert.deepEqual(missing, []);
});

test('it is a mathematics face: roots, brackets and sums grow', () => {
  assert.ok(tables.MATH.length > 500, 'constants alone take 214 bytes');
  // MathVariants: offsets of the constructions of glyphs that grow upwards.
  const variants = tables.MATH.subarray(tables.MATH.readUInt16BE(8));
  assert.ok(variants.readUInt16BE(6) >= 8, 'parentheses, brackets, braces, root, sum');
});

test('it is small, its lines are one em high, and its licence lies beside it', () => {
  assert.ok(file.length <= 20_000, `${file.length} bytes`);
  const [ascent, descent, gap] = [4, 6, 8].map((offset) => tables.hhea.readInt16BE(offset));
  assert.deepEqual([ascent - descent, gap], [tables.head.readUInt16BE(18), 0]);
  for (const folder of ['web/kit/formulas/fonts', 'dist/fonts']) {
    assert.match(readFileSync(join(root, folder, 'OFL.txt'), 'utf8'), /SIL OPEN FONT LICENSE/);
    assert.ok(existsSync(join(root, folder, 'ap-math.font')));
  }
});
