// What the single script holds packed: gzip, as base64.

export const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

function unpacked(base64) {
  if (typeof DecompressionStream === 'undefined') {
    throw new Error('This browser has no DecompressionStream, which a page in one file needs.');
  }
  const bytes = new Blob([bytesOf(base64)]).stream();
  return new Response(bytes.pipeThrough(new DecompressionStream('gzip')));
}

export const unpackedBytes = async (base64) => new Uint8Array(await unpacked(base64).arrayBuffer());

export const unpackedJson = async (base64) => unpacked(base64).json();
