// npm run figures: the pictures of tests/figures anew. What has changed is to be looked at before it is committed.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { committed, committedPicture, fileOf, folder, list, pictureOf } from './pictures.mjs';

mkdirSync(folder, { recursive: true });
const before = new Set(committed());
let written = 0;
for (const one of list) {
  const text = pictureOf(one);
  if (!before.has(one.name) || committedPicture(one.name) !== text) {
    writeFileSync(fileOf(one.name), text);
    written += 1;
  }
  before.delete(one.name);
}
for (const name of before) rmSync(fileOf(name));
console.log(`tests/figures/pictures: ${written} changed or new, ${before.size} removed`);
