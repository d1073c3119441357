// A picture of pixels, made of the SVG by a package that a person may install: it is large, and few need it.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Resvg from '@resvg/resvg-js';
import { refuse } from './refusal.js';
import type { Texts } from './texts/index.js';

/** Pixels for each of the figure's. */
const SHARP = 3;

export function pngOf(svg: string, words: Texts): Uint8Array {
  const { Resvg } = found() ?? refuse(words.problems.png);
  return new Resvg(svg, {
    fitTo: { mode: 'zoom', value: SHARP },
    background: '#fff',
    font: { loadSystemFonts: true },
  })
    .render()
    .asPng();
}

/** Beside this package, or in the folder where a person is: `npx` keeps its own packages elsewhere. */
function found(): typeof Resvg | undefined {
  const name = '@resvg/resvg-js';
  for (const from of [import.meta.url, pathToFileURL(join(process.cwd(), 'x.js')).href]) {
    try {
      return createRequire(from)(name) as typeof Resvg;
    } catch {
      // The next place may have it.
    }
  }
  return undefined;
}
