// Engines of their own for the long tests: each an instance of the module with a memory of its own, and no more of
// it than a test wants, so that "memory is used up" is near and cheap.

import { readFileSync } from 'node:fs';
import { bundleEngine } from '../../node/engine/support/bundle.mjs';
import {
  encoded,
  memorySection,
  moduleOf,
  Reader,
  sectionsOf,
} from '../../../scripts/lib/wasm-binary.mjs';

export const bundle = await bundleEngine();

const workerBundle = await bundleEngine({ entry: 'worker' });
export const workerUrl = workerBundle.url;

const pageBytes = 2 ** 16;
let instances = 0;

/** An engine that trains, whose memory grows to `megabytes` at most: { ap, engine }, the API and what the package exports. */
export async function startEngine(megabytes) {
  const engine = await import(`${bundle.url}?instance=${instances++}`);
  const most = (megabytes * 2 ** 20) / pageBytes;
  const wasmBinary = withLargestMemory(readFileSync(bundle.trainingWasm), most);
  return { engine, ap: await engine.load({ wasmBinary, training: true }) };
}

/** The module with another upper limit of its memory, in pages. */
export function withLargestMemory(bytes, pages) {
  const sections = sectionsOf(bytes);
  const memory = sections.find(({ id }) => id === memorySection);
  if (!memory) throw new Error('The module has no memory of its own');
  // One memory: its flags (there is an upper limit), the pages it starts with, the limit.
  const least = new Reader(memory.bytes, 2).number();
  const limits = [encoded(least), encoded(Math.max(pages, least))];
  memory.bytes = Buffer.concat([Buffer.from([1, 1]), ...limits]);
  return moduleOf(bytes, sections);
}
