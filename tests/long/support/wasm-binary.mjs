// A wasm module as bytes: its sections.

export const memorySection = 5;

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
