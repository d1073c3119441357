// Engines of their own for the long tests: each an instance of the module with a memory of its own, and no more of
// it than a test wants, so that "memory is used up" is near and cheap.

import { readFileSync } from 'node:fs';
import { bundleEngine } from '../../node/engine/support/bundle.mjs';

export const bundle = await bundleEngine();

const workerBundle = await bundleEngine({ entry: 'worker' });
export const workerUrl = workerBundle.url;

const memorySection = 5;
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
  for (let at = 8; at < bytes.length;) {
    const id = bytes[at];
    const size = readUnsigned(bytes, at + 1);
    const end = size.next + size.value;
    if (id === memorySection) {
      // One memory: its flags (there is an upper limit), the pages it starts with, the limit.
      const least = readUnsigned(bytes, size.next + 2);
      const contents = [1, 1, ...unsigned(least.value), ...unsigned(Math.max(pages, least.value))];
      const section = [memorySection, ...unsigned(contents.length), ...contents];
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(section), bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Error('The module has no memory of its own');
}

/** LEB128. */
function readUnsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
}

function unsigned(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}
