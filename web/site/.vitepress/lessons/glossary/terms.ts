// The terms of the course, in the order in which it introduces them. What they are called and what is said of them is in en.ts
// and zh.ts. The page /learn/glossary lists them, lessons link to it, and `npm run lessons` fails where a lesson uses one too early.

interface Facts {
  /** The lesson that explains it. */
  lesson: string;
  /** An earlier lesson that says in passing what it is. */
  since?: string;
  shape?: string;
  /** The beat of its lesson whose picture shows it. */
  picture?: string;
}

const terms = {
  attention: { lesson: 'it' },
  'attention-weight': { lesson: 'it', shape: '[B, h, T, S]' },
  head: { lesson: 'it' },
  vector: { lesson: 'by-hand', shape: '[D]' },
  'dot-product': { lesson: 'by-hand' },
  score: { lesson: 'by-hand', shape: '[B, h, T, S]', picture: 'shares' },
  softmax: { lesson: 'by-hand', picture: 'mix' },
  mask: { lesson: 'shares', shape: '[T, S]' },
  query: { lesson: 'query-key-value', since: 'it', shape: '[B, h, T, d_k]' },
  matrix: { lesson: 'query-key-value' },
  key: { lesson: 'query-key-value', since: 'it', shape: '[B, h, S, d_k]' },
  symmetric: { lesson: 'query-key-value' },
  identity: { lesson: 'query-key-value' },
  value: { lesson: 'query-key-value', shape: '[B, h, S, d_v]' },
  variance: { lesson: 'why-scale' },
  gradient: { lesson: 'why-scale', picture: 'gradient' },
  'scaled-dot-product-attention': { lesson: 'why-scale' },
  'positional-encoding': { lesson: 'word-order', shape: '[T, D]', picture: 'add' },
  'causal-mask': { lesson: 'no-looking-ahead', shape: '[T, S]', picture: 'leak' },
  batch: { lesson: 'padding' },
  token: { lesson: 'padding', since: 'why-scale' },
  padding: { lesson: 'padding' },
  'padding-mask': { lesson: 'padding', shape: '[B, 1, 1, S]' },
  shape: { lesson: 'padding', since: 'query-key-value' },
  broadcasting: { lesson: 'padding' },
  nan: { lesson: 'padding' },
  axis: { lesson: 'which-axis', since: 'padding', picture: 'both' },
  dropout: { lesson: 'which-axis' },
  memory: { lesson: 'heads' },
  view: { lesson: 'heads' },
  stride: { lesson: 'heads' },
  transpose: { lesson: 'heads' },
  contiguous: { lesson: 'together-again' },
  parameter: { lesson: 'together-again' },
  'multi-head-attention': { lesson: 'together-again' },
  'self-attention': { lesson: 'two-sentences' },
  'cross-attention': { lesson: 'two-sentences', picture: 'more' },
  layer: { lesson: 'the-block' },
  'residual-connection': { lesson: 'the-block' },
  'layer-norm': { lesson: 'the-block' },
  'feed-forward': { lesson: 'the-block' },
  encoder: { lesson: 'it-translates' },
  decoder: { lesson: 'it-translates' },
  'kv-cache': { lesson: 'word-after-word' },
  tile: { lesson: 'tiles' },
  loss: { lesson: 'watch-it-learn', since: 'why-scale' },
  'learning-rate': { lesson: 'watch-it-learn' },
  backward: { lesson: 'a-gradient' },
  adamw: { lesson: 'a-gradient' },
} satisfies Record<string, Facts>;

export type TermName = keyof typeof terms;
export interface Term extends Facts {
  id: TermName;
}

export const TERMS: readonly Term[] = (Object.keys(terms) as TermName[]).map((id) => ({
  id,
  ...(terms[id] as Facts),
}));

/** A term in a language. */
export interface TermWords {
  name: string;
  /** How it stands in a sentence, as regular expressions; `code` where it stands between backticks. Nothing: as its name. */
  forms?: readonly string[];
  code?: string;
  /** Words of everyday language that have it in them. */
  not?: readonly string[];
  /** One sentence or two. */
  said: string;
}

export interface GlossaryTexts {
  /** What the letters in shapes mean. */
  letters: readonly (readonly [letter: string, meaning: string])[];
  letter: string;
  meaning: string;
  lettersTitle: string;
  all: string;
  shape: string;
  /** Where the course explains it. */
  lesson: string;
  later: string;
  terms: Readonly<Record<TermName, TermWords>>;
}
