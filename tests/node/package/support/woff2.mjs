// As much of WOFF2 as it takes to read the characters of a face without outlines in TrueType's format.

import { brotliDecompressSync } from 'node:zlib';

/** Tags by their number in the directory (https://www.w3.org/TR/WOFF2/#table_dir_format), up to MATH. */
const tags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX ' +
  'vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH'
).split(' ');

/** The tables of a file, by their tags. */
export function readTables(file) {
  let at = 48;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = file[at++];
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const directory = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file[at++];
    const tag = tags[flags & 63];
    if (!tag || flags >> 6 || tag === 'glyf') throw new Error(`cannot read table ${flags & 63}`);
    return { tag, length: number() };
  });
  const bytes = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  let start = 0;
  return Object.fromEntries(
    directory.map(({ tag, length }) => [tag, bytes.subarray(start, (start += length))]),
  );
}

/** The characters of a `cmap`, by its table of format 12. */
export function readCharacters(cmap) {
  const found = new Set();
  for (let i = 0; i < cmap.readUInt16BE(2); i += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + 8 * i + 4));
    if (table.readUInt16BE(0) !== 12) continue;
    for (let group = 0; group < table.readUInt32BE(12); group += 1) {
      const [first, last] = [0, 4].map((offset) => table.readUInt32BE(16 + 12 * group + offset));
      for (let code = first; code <= last; code += 1) found.add(String.fromCodePoint(code));
    }
  }
  return found;
}
