/** The page's limits; the engine itself is limited only by memory. */
export const LIMITS = {
  tokens: 64,
  sentences: 4,
  dModel: 256,
  heads: 16,
  layers: 6,
  feedForward: 1024,
  seed: 4294967295,
  decimals: 6,
  /** Of one sentence, in UTF-16 units: longer texts always have more than 64 tokens. */
  characters: 4000,
  /** Of one hand-edited token. */
  tokenCharacters: 40,
  edits: 4096,
} as const;
