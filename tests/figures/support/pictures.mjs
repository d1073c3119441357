// The committed pictures, and how they are made.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../scripts/lib/run.mjs';
import { list } from '../list.mjs';
import { drawSvg, storeWith } from './draw.mjs';
import { modelStore } from './models.mjs';

export const folder = join(root, 'tests/figures/pictures');
export { list };

export const fileOf = (name) => join(folder, `${name}.svg`);

/** The names of the committed pictures. */
export function committed() {
  return readdirSync(folder).map((file) => file.replace(/\.svg$/, ''));
}

export function committedPicture(name) {
  return readFileSync(fileOf(name), 'utf8');
}

/** A picture as the figures are now: of a step with its third row and second column chosen. */
export function pictureOf({ patch, model, step, size, more, act }) {
  const store = model ? modelStore(model) : storeWith(patch);
  try {
    const { shape } = store.step(step);
    const wanted = [...shape.map(() => 0).slice(2), 2, 1].slice(-shape.length);
    if (shape[0] > 1) wanted[0] = patch?.batch ?? 0;
    store.keep({ path: step, index: wanted.map((at, axis) => Math.min(at, shape[axis] - 1)) });
    act?.(store);
    return drawSvg(store, step, size, more);
  } finally {
    store.dispose();
  }
}
