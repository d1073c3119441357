/** The page's limits; the engine itself is limited only by memory. */
export const LIMITS = {
  tokens: 64,
  sentences: 16,
  dModel: 512,
  heads: 16,
  layers: 6,
  feedForward: 1024,
  seed: 4294967295,
  /** As many keys as a sentence can have, before or after a query's own. */
  causalOffset: 64,
  decimals: 6,
  /** Of one sentence, in UTF-16 units: longer texts always have more than 64 tokens. */
  characters: 4000,
  /** Of one hand-edited token. */
  tokenCharacters: 40,
  edits: 4096,
  /** Numbers of the user's own: an address has to hold them. Word vectors of the longest sentence at the largest width. */
  given: 64 * 512,
  /** Each is a pass forward and back, which a link does again. */
  downhill: 20,
  /** Padded tokens × D² × layers of one pass, which runs on the page's thread: not all limits can be reached at once. */
  work: 6 * 256 * 256 ** 2,
} as const;
