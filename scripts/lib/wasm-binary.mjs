// A wasm module as bytes: its sections, and the instructions of its functions.

const customSection = 0;
export const memorySection = 5;
const codeSection = 10;

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
}

/** The same number as Reader.number() reads, as bytes. */
export function encoded(number) {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128);
  return Buffer.from([...bytes, number]);
}

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

/** A custom section, which engines ignore: they tell its name by WebAssembly.Module.customSections. */
export function markOf(name) {
  const bytes = Buffer.from(name);
  return { id: customSection, bytes: Buffer.concat([encoded(bytes.length), bytes]) };
}

/** Opcodes from the first to the last of each pair, and what follows them: see `skip`. */
const immediates = {
  plain: [
    [0x02, 0x04, 'n'], // block, loop, if: a type
    [0x06, 0x09, 'n'], // try, catch, throw, rethrow
    [0x0c, 0x0d, 'n'], // br, br_if
    [0x0e, 0x0e, 't'], // br_table
    [0x10, 0x10, 'n'], // call
    [0x11, 0x11, 'nn'], // call_indirect
    [0x12, 0x12, 'n'], // return_call
    [0x13, 0x13, 'nn'],
    [0x18, 0x18, 'n'], // delegate
    [0x1c, 0x1c, 'v'], // select with types
    [0x20, 0x26, 'n'], // locals, globals, tables
    [0x28, 0x3e, 'nn'], // loads and stores: alignment, offset
    [0x3f, 0x42, 'n'], // size and growth of memory, i32.const, i64.const
    [0x43, 0x43, '4'],
    [0x44, 0x44, '8'],
    [0xd0, 0xd0, 'n'],
    [0xd2, 0xd2, 'n'],
  ],
  0xfc: [
    [8, 8, 'nn'], // of memory and of tables
    [9, 9, 'n'],
    [10, 10, 'nn'],
    [11, 11, 'n'],
    [12, 12, 'nn'],
    [13, 13, 'n'],
    [14, 14, 'nn'],
    [15, 17, 'n'],
  ],
  0xfd: [
    [0, 11, 'nn'], // loads and stores of a vector
    [12, 13, '88'], // v128.const, i8x16.shuffle
    [21, 34, '1'], // a lane
    [84, 91, 'nn1'], // loads and stores of a lane
    [92, 93, 'nn'],
  ],
};

/** Reads past what follows an opcode: numbers (n), bytes (1, 4, 8), types (v), or targets of a jump (t). */
function skip(reader, kinds) {
  for (const kind of kinds) {
    if (kind === 'n') while (reader.byte() >= 128);
    else if (kind === 'v') reader.run(reader.number());
    else if (kind === 't') for (let left = reader.number(); left >= 0; left--) reader.number();
    else reader.run(Number(kind));
  }
}

const kindsOf = (table, opcode) =>
  table.find(([first, last]) => opcode >= first && opcode <= last)?.[2] ?? '';

/**
 * Calls visit({ prefix, opcode, at, end }) for each instruction of a module: `at` and `end` bound its opcode in `module`,
 * without what follows it. `prefix` is 0xfc, 0xfd (SIMD), or undefined.
 */
export function forEachInstruction(module, visit) {
  const code = sectionsOf(module).find(({ id }) => id === codeSection)?.bytes;
  if (!code) return;
  const reader = new Reader(module, code.byteOffset - module.byteOffset);
  for (let functions = reader.number(); functions > 0; functions--) {
    const size = reader.number();
    const end = reader.at + size;
    for (let groups = reader.number(); groups > 0; groups--) skip(reader, 'nn'); // of locals
    while (reader.at < end) {
      const at = reader.at;
      const first = reader.byte();
      const prefix = first === 0xfc || first === 0xfd ? first : undefined;
      const opcode = prefix ? reader.number() : first;
      visit({ prefix, opcode, at, end: reader.at });
      skip(reader, kindsOf(immediates[prefix ?? 'plain'], opcode));
    }
    if (reader.at !== end) throw new Error(`An instruction before byte ${end} is unknown`);
  }
}
