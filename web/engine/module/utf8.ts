let decoder: TextDecoder | undefined;

/** The DOM that Jest puts in Node's place has no TextDecoder; Node beneath it has. */
function makeDecoder(): TextDecoder {
  const util = 'node:util';
  const { TextDecoder: Decoder } = (
    globalThis.TextDecoder ? globalThis : globalThis.process.getBuiltinModule(util)
  ) as typeof globalThis;
  return new Decoder();
}

/** A text of UTF-8. Its decoder is made at first use: an import must not fail where there is none. */
export const textIn = (bytes: Uint8Array): string => (decoder ??= makeDecoder()).decode(bytes);
