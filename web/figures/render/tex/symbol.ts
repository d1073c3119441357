import type { Piece } from '../../marks.js';
import { mathTex } from './escape.js';

export const isSymbol = ({ face }: Piece): boolean => face === 'math';

/** The runs of a symbol as a formula: those that are raised or lowered are its scripts. */
export function symbolTex(pieces: readonly Piece[]): string {
  let tex = '';
  let last = 0;
  for (const { text, raised = 0, italic = false } of pieces) {
    const run = mathTex(text, italic);
    const side = Math.sign(raised);
    // TeX takes no second script on one side: an empty base parts them.
    const base = side !== 0 && side === last ? '{}' : '';
    tex += side === 0 ? run : `${base}${side > 0 ? '^' : '_'}{${run}}`;
    last = side;
  }
  return `\\ensuremath{${tex}}`;
}
