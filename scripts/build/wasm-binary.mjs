// A wasm module as bytes: its sections, its functions, and where their bodies name other functions. Of what it does not
// know it says so.

/** Sections by their numbers in the format. */
export const section = {
  custom: 0,
  import: 2,
  function: 3,
  memory: 5,
  export: 7,
  start: 8,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
};

const beforeSections = 8; // "\0asm" and the version

/** Reads numbers and runs of bytes one after the other. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  get isAtEnd() {
    return this.at >= this.bytes.length;
  }
  byte() {
    return this.bytes[this.at++];
  }
  /** An unsigned number in LEB128, up to 32 bits. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 127) * 2 ** shift;
      if (byte < 128) return result;
    }
  }
  /** So many bytes. */
  run(count) {
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }
  /** Skips so many numbers, signed or not, of any width. */
  skip(count) {
    for (; count > 0; --count) while (this.byte() >= 128);
  }
}

/** The same number as Reader.number() reads, as bytes. */
export function encoded(number) {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  return Buffer.from([...bytes, number]);
}

/** A list of byte runs, each after its length, after the number of them. */
export const listOfRuns = (runs) =>
  Buffer.concat([encoded(runs.length), ...runs.flatMap((run) => [encoded(run.length), run])]);

/** [{ id, bytes }] in the module's order. */
export function sectionsOf(module) {
  const reader = new Reader(module, beforeSections);
  const sections = [];
  while (!reader.isAtEnd) sections.push({ id: reader.byte(), bytes: reader.run(reader.number()) });
  return sections;
}

export function moduleOf(header, sections) {
  const parts = sections.map(({ id, bytes }) => [Buffer.from([id]), encoded(bytes.length), bytes]);
  return Buffer.concat([header.subarray(0, beforeSections), ...parts.flat()]);
}

/** How many functions a module imports: they have the first indices. */
export function importedFunctions(bytes) {
  const reader = new Reader(bytes);
  let functions = 0;
  for (let left = reader.number(); left > 0; --left) {
    reader.run(reader.number()); // module
    reader.run(reader.number()); // name
    const kind = reader.byte();
    const limits = () => reader.skip(reader.byte() & 1 ? 2 : 1);
    if (kind === 0) ((functions += 1), reader.skip(1));
    else if (kind === 1) (reader.skip(1), limits());
    else if (kind === 2) limits();
    else if (kind === 3 || kind === 4) reader.skip(2);
    else throw new Error(`an import of kind ${kind}`);
  }
  return functions;
}

export const i32Const = 0x41;
const call = 0x10;
const returnCall = 0x12;
const refFunc = 0xd2;

// How many numbers follow an instruction: ranges of its opcode, or of the one after its prefix.
const plain = [
  [0x00, 0x01, 0], // unreachable, nop
  [0x02, 0x04, 1], // block, loop, if: a type
  [0x05, 0x05, 0], // else
  [0x06, 0x09, 1], // try, catch, throw, rethrow
  [0x0b, 0x0b, 0], // end
  [0x0c, 0x0d, 1], // br, br_if
  [0x0f, 0x0f, 0], // return
  [call, call, 1],
  [0x11, 0x11, 2], // call_indirect
  [returnCall, returnCall, 1],
  [0x13, 0x13, 2], // return_call_indirect
  [0x18, 0x18, 1], // delegate
  [0x19, 0x1b, 0], // catch_all, drop, select
  [0x20, 0x26, 1], // variables, tables
  [0x28, 0x3e, 2], // loads, stores
  [0x3f, 0x42, 1], // memory.size, memory.grow, i32.const, i64.const
  [0x45, 0xc4, 0], // arithmetic
  [0xd0, 0xd0, 1], // ref.null
  [0xd1, 0xd1, 0], // ref.is_null
  [refFunc, refFunc, 1],
];
const bulk = [
  [0, 7, 0], // saturating conversions
  [8, 8, 2], // memory.init
  [9, 9, 1], // data.drop
  [10, 10, 2], // memory.copy
  [11, 11, 1], // memory.fill
];
const simd = [
  [0, 11, 2], // loads, a store
  [14, 20, 0],
  [21, 34, 1], // lanes
  [35, 83, 0],
  [84, 91, 3], // loads and stores of a lane
  [92, 93, 2], // loads with zeros
  [94, 0x113, 0], // to the last of relaxed SIMD
];
const prefixed = new Map([
  [0xfc, bulk],
  [0xfd, simd],
]);

function numbersAfter(opcode, ranges) {
  const found = ranges.find(([first, last]) => opcode >= first && opcode <= last);
  if (found === undefined) throw new Error(`the instruction 0x${opcode.toString(16)}`);
  return found[2];
}

/** The same body after `map` of each function's index in it. */
export function withFunctions(body, map) {
  const reader = new Reader(body);
  const parts = [];
  let copied = 0;
  // Locals: a number and a type for each run of them.
  reader.skip(2 * reader.number());
  while (!reader.isAtEnd) {
    const opcode = reader.byte();
    if (opcode === call || opcode === returnCall || opcode === refFunc) {
      parts.push(body.subarray(copied, reader.at), encoded(map(reader.number())));
      copied = reader.at;
    } else if (prefixed.has(opcode)) {
      const own = reader.number();
      const isConstant = opcode === 0xfd && (own === 12 || own === 13); // v128.const, shuffle
      if (isConstant) reader.run(16);
      else reader.skip(numbersAfter(own, prefixed.get(opcode)));
    } else if (opcode === 0x0e) {
      reader.skip(reader.number() + 1); // br_table
    } else if (opcode === 0x43 || opcode === 0x44) {
      reader.run(opcode === 0x43 ? 4 : 8); // f32.const, f64.const
    } else if (opcode === 0x1c) {
      reader.skip(reader.number()); // select with types
    } else {
      reader.skip(numbersAfter(opcode, plain));
    }
  }
  return Buffer.concat([...parts, body.subarray(copied)]);
}
