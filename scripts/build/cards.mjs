// The pictures that are shown where somebody links to a page of the site: the words that one head of a shipped model looks at. Each
// of their numbers is the engine's; they are drawn without a browser, with faces that lie in cards/fonts.

import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { Failure, root } from '../lib/run.mjs';
import { runEsbuild } from './bundle.mjs';
import { pictureOf } from './cards/picture.mjs';
import { texts } from './cards/texts.mjs';

const kinds = ['words', 'numbers'];
const fonts = ['ap-cards.otf', 'ap-cards-bold.otf'].map((name) =>
  readFileSync(join(root, 'scripts/build/cards/fonts', name)),
);

/** What the page has, too: its colours, its sentences, and how it cuts them. */
async function importPage() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-cards-'));
  const from = (file) => JSON.stringify(join(root, 'web', file));
  try {
    const outfile = join(folder, 'page.mjs');
    const lines = [
      'styles/palette',
      'styles/colour-scales',
      'learned/known-words',
      'learned/twins',
    ].map((file) => `export * from ${from(`${file}.ts`)};`);
    const stdin = { contents: lines.join('\n'), resolveDir: root, loader: 'ts' };
    await runEsbuild({ stdin, outfile, platform: 'node', target: 'node20' });
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The words of a sentence as the model reads it, and the weights of its head. */
function headOf(model, step, words) {
  const trace = model.trace({ source: [words] });
  const { shape, data } = trace.tensor(step);
  trace.dispose();
  const keys = shape.at(-1);
  return (query, key) => data[query * keys + key];
}

/** Characters that a picture draws and a face has not: they would be left out without a word. */
export function missingGlyphs(svg, characters) {
  const drawn = [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]*)/g)].flatMap(([, text]) => [...text]);
  return [...new Set(drawn)].filter((character) => !characters.has(character));
}

/** [{ name, svg }]: `words.en`, … */
export async function cardPictures() {
  const [page, { load }] = await Promise.all([
    importPage(),
    import(pathToFileURL(join(root, 'dist/index.js'))),
  ]);
  const { palette, KnownWords, MODEL, STEP, TWINS, makeScale, colourOf, inkOf } = page;
  const colours = Object.fromEntries(
    Object.entries(palette).map(([name, [, dark]]) => [name, dark]),
  );
  const scale = makeScale('sequential', { low: 0, high: 1 }, 'dark', true);
  const cell = (weight) => ({
    fill: colourOf(scale, weight),
    ink: inkOf(scale, weight) === 'dark' ? '#000000' : '#ffffff',
  });
  const ap = await load();
  const read = ap.readModel(
    new Uint8Array(readFileSync(join(root, `models/${MODEL}.safetensors`))),
  );
  const model = ap.transformer(read);
  const pictures = Object.entries(texts).flatMap(([language, own]) => {
    const { sentence, asked } = TWINS[language];
    const words = new KnownWords(read.vocabulary).tokens(sentence);
    const chosen = words.indexOf(asked);
    const weights = headOf(model, STEP, words);
    return kinds.map((kind) => ({
      name: `${kind}.${language}`,
      svg: pictureOf(kind, { words, weights, chosen, texts: own, colours, cell }),
    }));
  });
  model.dispose();
  return pictures;
}

/** [{ name, png }] of every card. */
export async function drawCards() {
  const wasm = createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm');
  const [pictures] = await Promise.all([cardPictures(), initWasm(readFileSync(wasm))]);
  const characters = new Set(
    readFileSync(join(root, 'scripts/build/cards/fonts/characters.txt'), 'utf8'),
  );
  return pictures.map(({ name, svg }) => {
    const missing = missingGlyphs(svg, characters);
    if (missing.length > 0)
      throw new Failure(
        `The card ${name} draws ${missing.join(' ')}, which its faces do not have: see scripts/card-font.py.`,
      );
    const font = { fontBuffers: fonts, defaultFontFamily: 'AP Cards' };
    const image = new Resvg(svg, { font }).render();
    const png = image.asPng();
    image.free();
    return { name, png };
  });
}
