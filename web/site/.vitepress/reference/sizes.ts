// What a visitor fetches, read from the built package: after gzip, in kB.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../../../../dist/', import.meta.url));

interface Sizes {
  /** The module, once per page. */
  wasm: number;
  /** Texts by language, once per page. */
  texts: Record<'en' | 'zh', number>;
  /** By tag: what comes before anything is drawn, and all that can come with it, without texts. */
  elements: { tag: string; first: number; all: number }[];
}

const entries = {
  'attention-playground': 'element.js',
  'attention-step': 'step.js',
  'positional-encoding': 'panels/positional-encoding.js',
  'scaling-study': 'panels/scaling.js',
  'attention-kinds': 'panels/attention-kinds.js',
  'token-generation': 'panels/generate.js',
  'training-run': 'panels/training.js',
  'tiled-attention': 'panels/tiles.js',
  'head-workers': 'panels/workers.js',
  'attention-trace': 'panels/attention-trace.js',
};

const isText = (file: string): boolean => /^(en|zh)-\w+\.js$/.test(file);
const kilobytes = (files: Iterable<string>): number =>
  [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length,
    0,
  ) / 1000;

/** A script with what it imports, by these words, and what that imports. */
function withImports(file: string, words: RegExp, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const folder = file.replace(/[^/]*$/, '');
  for (const [, path] of readFileSync(dist + file, 'utf8').matchAll(words)) {
    const other = new URL(path!, `file:///${folder}`).pathname.slice(1);
    if (!isText(other)) withImports(other, words, found);
  }
  return found;
}

const early = /\b(?:from|import)"(\.[^"]+\.js)"/g;
const any = /\b(?:from|import)\(?"(\.[^"]+\.js)"/g;

/** Undefined where the package is not built, as for `npm run dev`. */
export function readSizes(): Sizes | undefined {
  if (!existsSync(`${dist}element.js`)) return undefined;
  const textOf = (language: string): number =>
    kilobytes(
      readdirSync(dist).filter(
        (name) => isText(name) && name.startsWith(`${language}-`) && name.endsWith('.js'),
      ),
    );
  return {
    wasm: kilobytes(['wasm/attention-playground.wasm']),
    texts: { en: textOf('en'), zh: textOf('zh') },
    elements: Object.entries(entries).map(([tag, file]) => ({
      tag,
      first: kilobytes(withImports(file, early)),
      all: kilobytes(withImports(file, any)),
    })),
  };
}
