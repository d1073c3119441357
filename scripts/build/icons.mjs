// The site's icon as pictures of fixed sizes, for systems that install it as an app. `drawCards` has begun the rasteriser.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-wasm';
import { root } from '../lib/run.mjs';

/** Systems cut a maskable one to a circle of four fifths or more: the ground fills all of it, and the grid is within. */
const maskable = (svg) =>
  svg
    .replace('viewBox="0 0 32 32"', 'viewBox="-3 -3 38 38"')
    .replace(/<rect width="32" height="32" rx="6"/, '<rect x="-3" y="-3" width="38" height="38"');

function pngOf(svg, size) {
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render();
  const png = image.asPng();
  image.free();
  return png;
}

/** [{ name, png }] of every icon. */
export function drawIcons() {
  const svg = readFileSync(join(root, 'web/site/public/icon.svg'), 'utf8');
  return [
    { name: '192', png: pngOf(svg, 192) },
    { name: '512', png: pngOf(svg, 512) },
    { name: '512-maskable', png: pngOf(maskable(svg), 512) },
  ];
}
