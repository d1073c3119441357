// The pictures that are shown where somebody links to a page: whose numbers they are, and that nothing is left out of them.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cardPictures, missingGlyphs } from '../../../scripts/build/cards.mjs';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const { load } = await import('../../../dist/index.js');
const { KnownWords, MODEL, pageHead, STEP, TWINS } = await importWeb(
  'learned/known-words.ts',
  'learned/twins.ts',
  'site/.vitepress/page-head.ts',
);
const pictures = new Map((await cardPictures()).map(({ name, svg }) => [name, svg]));

test('a page is shown with the picture of its language and kind, which the build has drawn', () => {
  const siteUrl = 'https://example.org/attention';
  for (const [file, name] of [
    ['index.md', 'words.en'],
    ['zh/index.md', 'words.zh'],
    ['play.md', 'numbers.en'],
    ['zh/guide/api.md', 'numbers.zh'],
  ]) {
    const head = pageHead({ file, title: 'A', description: 'B', files: [file], siteUrl });
    const meta = (property) =>
      head.find(([, attributes]) => attributes.property === property)?.[1].content;
    assert.equal(meta('og:image'), `${siteUrl}/cards/${name}.png`);
    const bytes = readFileSync(join(siteFolder, `cards/${name}.png`));
    const size = [16, 20].map((offset) => bytes.readUInt32BE(offset));
    assert.deepEqual(size, [meta('og:image:width'), meta('og:image:height')].map(Number));
    // Some who show cards leave out larger ones.
    assert.ok(bytes.length < 300_000, `${name}: ${bytes.length} bytes`);
  }
});

for (const [language, { sentence, asked: word }] of Object.entries(TWINS)) {
  test(`every number on a card is the engine’s: ${language}`, async () => {
    const ap = await load();
    const file = readFileSync(join(root, `models/${MODEL}.safetensors`));
    const read = ap.readModel(new Uint8Array(file));
    const words = new KnownWords(read.vocabulary).tokens(sentence);
    const model = ap.transformer(read);
    const trace = model.trace({ source: [words] });
    const { data, shape } = trace.tensor(STEP);
    const row = words.indexOf(word) * words.length;
    const largest = Math.max(...data.slice(row, row + words.length)).toFixed(3);
    const numbersOf = (kind) =>
      [...pictures.get(`${kind}.${language}`).matchAll(/>(\d\.\d+)</g)].map(([, digits]) => digits);
    assert.deepEqual(shape, [1, 1, words.length, words.length]);
    assert.deepEqual(numbersOf('numbers'), [largest, ...Array.from(data, (one) => one.toFixed(2))]);
    assert.deepEqual(numbersOf('words'), [largest]);
    trace.dispose();
    model.dispose();
  });
}

test('a character that the faces do not have is named', () => {
  const svg = '<text x="1">it 猫<tspan>→ 狗</tspan></text><text>猫</text>';
  assert.deepEqual(missingGlyphs(svg, new Set('it →')), ['猫', '狗']);
});

test('the faces are small, and their licence lies beside them', () => {
  const folder = join(root, 'scripts/build/cards/fonts');
  for (const name of ['ap-cards.otf', 'ap-cards-bold.otf'])
    assert.ok(readFileSync(join(folder, name)).length < 30_000, name);
  assert.match(readFileSync(join(folder, 'OFL.txt'), 'utf8'), /SIL OPEN FONT LICENSE/);
});
