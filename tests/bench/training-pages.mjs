// node training-pages.mjs WORK WAY: the pages of wasm memory after some updates, of the lists of training-memory.mjs.

import { all, openWay, ways } from './training-memory.mjs';

const [work, way] = process.argv.slice(2).map(Number);
const pageBytes = 65_536;
const { ap } = await openWay(all[work], ways[way]);
console.log(ap.memoryBytes() / pageBytes);
