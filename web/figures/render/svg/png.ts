// A picture with a palette as PNG, without DOM: one byte a pixel, stored without compression.

export interface Bitmap {
  width: number;
  height: number;
  /** For each pixel, row by row, its place in the palette. */
  pixels: Uint8Array;
  /** Up to 256 colours as 0xAABBGGRR. */
  palette: Uint32Array;
  /** The place in the palette that is not drawn. */
  clear: number | undefined;
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const INDEXED = 3;
const STORED_MOST = 65535;

export function pngOf({ width, height, pixels, palette, clear }: Bitmap): Uint8Array {
  const colours = new Uint8Array(palette.length * 3);
  palette.forEach((pixel, i) => {
    colours.set([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], i * 3);
  });
  const lines = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    lines.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const header = [...word(width), ...word(height), 8, INDEXED, 0, 0, 0];
  const clears = clear === undefined ? [] : [...new Uint8Array(clear).fill(255), 0];
  return joined([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    ...(clears.length > 0 ? [chunk('tRNS', clears)] : []),
    chunk('IDAT', stored(lines)),
    chunk('IEND', []),
  ]);
}

/** For addresses of the form `data:image/png;base64,…`. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  }
  return btoa(text);
}

type Bytes = ArrayLike<number>;

function joined(parts: readonly Bytes[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Four bytes, the most significant first. */
function word(value: number): number[] {
  return [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function chunk(name: string, content: Bytes): Uint8Array {
  const named = joined([[...name].map((letter) => letter.charCodeAt(0)), content]);
  return joined([word(content.length), named, word(crc32(named))]);
}

/** The zlib format with blocks that are not compressed (RFC 1950, RFC 1951). */
function stored(bytes: Uint8Array): Uint8Array {
  const blocks: Bytes[] = [[0x78, 0x01]];
  for (let at = 0; at < bytes.length; at += STORED_MOST) {
    const block = bytes.subarray(at, at + STORED_MOST);
    const isLast = at + STORED_MOST >= bytes.length ? 1 : 0;
    const { length } = block;
    blocks.push([isLast, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255], block);
  }
  blocks.push(word(adler32(bytes)));
  return joined(blocks);
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return ((b << 16) | a) >>> 0;
}

export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
