// Lays a wasm module out for gzip, which takes a twentieth off what visitors load. Functions that look alike come one
// beside the other: gzip finds what it has seen within the last 32 kB only, and the linker's order knows nothing of that.
// Data that short runs of zeros separate becomes one piece: zeros compress better than the addresses of pieces.
//
//   node scripts/build/wasm-layout.mjs MODULE.wasm

import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  Reader,
  encoded,
  i32Const,
  importedFunctions,
  listOfRuns,
  moduleOf,
  section,
  sectionsOf,
  withFunctions,
} from './wasm-binary.mjs';

const pieceLength = 5; // bytes: about what gzip needs for a match
const windowLength = 32768; // bytes within which it finds one
// A near match takes fewer bits than a far one: what the last functions have counts more, and less with each one after.
// By how much is tried out, as a change of one function may move all others: the results differ by some hundred bytes.
const nearnesses = [0.3, 0.5, 1];
const fading = 0.8;
const size = 0.9; // the share of a long function that is known counts a little more than that of a short one

/** For each body its different pieces, as numbers; for each piece the bodies that have it. */
function piecesOf(bodies) {
  const numbers = new Map();
  const owners = [];
  const pieces = bodies.map((body, owner) => {
    const own = new Set();
    for (let at = 0; at + pieceLength <= body.length; ++at) {
      const piece = body.toString('latin1', at, at + pieceLength);
      if (!numbers.has(piece)) numbers.set(piece, owners.push([]) - 1);
      own.add(numbers.get(piece));
    }
    for (const piece of own) owners[piece].push(owner);
    return [...own];
  });
  return { pieces, owners };
}

/** The numbers of all bodies: next comes the one of whose pieces most are in the window. */
function orderOf(bodies, nearness) {
  const { pieces, owners } = piecesOf(bodies);
  const left = new Set(bodies.keys());
  const order = [];
  const copies = new Int32Array(owners.length); // of each piece in the window
  const known = new Float64Array(bodies.length); // how many pieces of each body are there
  const near = new Float64Array(bodies.length);
  const share = (body) => (known[body] + nearness * near[body]) / (1 + pieces[body].length) ** size;
  let length = 0;
  for (let first = 0; left.size > 0;) {
    let next = -1;
    for (const body of left) if (next < 0 || share(body) > share(next)) next = body;
    left.delete(next);
    order.push(next);
    for (const body of left) near[body] *= fading;
    for (const piece of pieces[next]) {
      for (const owner of owners[piece]) {
        near[owner] += 1;
        if (copies[piece] === 0) known[owner] += 1;
      }
      copies[piece] += 1;
    }
    for (length += bodies[next].length; length > windowLength; ++first) {
      const gone = order[first];
      length -= bodies[gone].length;
      for (const piece of pieces[gone]) {
        copies[piece] -= 1;
        if (copies[piece] === 0) for (const owner of owners[piece]) known[owner] -= 1;
      }
    }
  }
  return order;
}

/** The module with its functions in another order; throws if it has what this does not know. */
export function withOrderedFunctions(module, nearness) {
  const sections = sectionsOf(module);
  const bytesOf = (id) => sections.find((each) => each.id === id)?.bytes;
  const imported = importedFunctions(bytesOf(section.import) ?? Buffer.from([0]));
  const code = new Reader(bytesOf(section.code));
  const bodies = Array.from({ length: code.number() }, () => code.run(code.number()));

  const order = orderOf(bodies, nearness);
  const places = new Map(order.map((number, place) => [number + imported, place + imported]));
  const map = (index) => places.get(index) ?? index;
  const rewritten = {
    [section.function](bytes) {
      const reader = new Reader(bytes);
      const types = Array.from({ length: reader.number() }, () => encoded(reader.number()));
      return Buffer.concat([encoded(types.length), ...order.map((number) => types[number])]);
    },
    [section.export](bytes) {
      const reader = new Reader(bytes);
      const exports = [encoded(reader.number())];
      while (!reader.isAtEnd) {
        const name = reader.run(reader.number());
        const kind = reader.byte();
        const index = reader.number();
        exports.push(encoded(name.length), name, Buffer.from([kind]));
        exports.push(encoded(kind === 0 ? map(index) : index));
      }
      return Buffer.concat(exports);
    },
    [section.start]: (bytes) => encoded(map(new Reader(bytes).number())),
    [section.element](bytes) {
      const reader = new Reader(bytes);
      const isOnePlain = reader.number() === 1 && reader.number() === 0;
      if (!isOnePlain) throw new Error('elements of other forms');
      reader.skip(1 + 1 + 1); // i32.const, the first place in the table, end
      const start = bytes.subarray(0, reader.at);
      const indices = Array.from({ length: reader.number() }, () => encoded(map(reader.number())));
      return Buffer.concat([start, encoded(indices.length), ...indices]);
    },
    [section.code]: () => listOfRuns(order.map((number) => withFunctions(bodies[number], map))),
    [section.custom](bytes) {
      const reader = new Reader(bytes);
      const name = reader.run(reader.number()).toString();
      // With names it is for somebody who reads it, not for visitors.
      if (name === 'name') throw new Error('names of functions');
      return bytes;
    },
  };
  return moduleOf(
    module,
    sections.map(({ id, bytes }) => ({ id, bytes: rewritten[id]?.(bytes) ?? bytes })),
  );
}

const longestRun = 64; // zeros between two pieces of data

/** The module with fewer pieces of data; throws if it has what this does not know. */
export function withJoinedData(module) {
  const sections = sectionsOf(module);
  const data = sections.find(({ id }) => id === section.data);
  if (data === undefined) return module;
  const reader = new Reader(data.bytes);
  const pieces = [];
  let end = -Infinity; // of the last piece, as an address
  for (let left = reader.number(); left > 0; --left) {
    if (reader.number() !== 0) throw new Error('data of other forms');
    reader.skip(1); // i32.const
    const begin = reader.at;
    const address = reader.number();
    const place = data.bytes.subarray(begin, reader.at);
    reader.skip(1); // end
    const bytes = reader.run(reader.number());
    const zeros = address - end;
    if (zeros >= 0 && zeros <= longestRun) pieces.at(-1).parts.push(Buffer.alloc(zeros), bytes);
    else pieces.push({ place, parts: [bytes] });
    end = address + bytes.length;
  }
  data.bytes = Buffer.concat([
    encoded(pieces.length),
    ...pieces.flatMap(({ place, parts }) => {
      const bytes = Buffer.concat(parts);
      return [Buffer.from([0, i32Const]), place, Buffer.from([0x0b]), encoded(bytes.length), bytes];
    }),
  ]);
  const count = sections.find(({ id }) => id === section.dataCount);
  if (count !== undefined) count.bytes = encoded(pieces.length);
  return moduleOf(module, sections);
}

/** The smallest of the layouts tried, after gzip. */
export function laidOut(module) {
  const sizeOf = (bytes) => gzipSync(bytes, { level: 9 }).length;
  return nearnesses
    .map((nearness) => withJoinedData(withOrderedFunctions(module, nearness)))
    .reduce((best, other) => (sizeOf(other) < sizeOf(best) ? other : best));
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const file = process.argv[2];
  const module = readFileSync(file);
  try {
    writeFileSync(file, laidOut(module));
  } catch (error) {
    console.log(`${file} keeps the linker's layout: it has ${error.message}`);
  }
}
