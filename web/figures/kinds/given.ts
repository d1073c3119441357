import type { Kind } from '../kind.js';
import { plain } from '../layout/plain.js';

/** Numbers that no other step leads to, or only their place: one matrix. */
export const kind: Kind = {
  ops: [
    'given',
    'random',
    'identity',
    'constant',
    'cached',
    'positional_encoding',
    'causal_mask',
    'padding_mask',
  ],
  figure: plain,
};
