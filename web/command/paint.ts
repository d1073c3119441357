// Colours of a terminal: those of the figures, as near as it has them.

import type { Computed } from '../engine/types/computed.js';
import { colourOf, inkOf, makeScale, type Scale } from '../styles/colour-scales.js';
import type { ScaleOf } from '../figures/marks.js';
import type { Terminal } from './terminal.js';

export interface Paint {
  bold(text: string): string;
  faint(text: string): string;
  underlined(text: string): string;
  /** A text on the colour of a number. */
  cell(text: string, value: Computed, scale: ScaleOf): string;
}

const sequence = (codes: string, text: string): string =>
  text === '' ? '' : `\x1b[${codes}m${text}\x1b[0m`;

const PLAIN: Paint = {
  bold: (text) => text,
  faint: (text) => text,
  underlined: (text) => text,
  cell: (text) => text,
};

export function paintOf({ depth, scheme }: Terminal): Paint {
  if (depth < 4) return PLAIN;
  const scales = new Map<ScaleOf, Scale>();
  return {
    bold: (text) => sequence('1', text),
    faint: (text) => sequence('2', text),
    // Leaves the colours that it stands on.
    underlined: (text) => `\x1b[4m${text}\x1b[24m`,
    cell(text, value, of) {
      if (depth < 8 || of.kind === 'plain') return text;
      let scale = scales.get(of);
      if (!scale) scales.set(of, (scale = makeScale(of.kind, of, scheme, of.root)));
      const ground = groundOf(colourOf(scale, value), depth);
      if (!ground) return text;
      return sequence(`${inkOf(scale, value) === 'dark' ? '30' : '97'};${ground}`, text);
    },
  };
}

/** `rgb(32 36 45)` as a background; nothing of what has no colour. */
function groundOf(colour: string | undefined, depth: number): string | undefined {
  const parts = colour?.match(/\d+/g)?.map(Number);
  if (!parts) return undefined;
  if (depth >= 24) return `48;2;${parts.join(';')}`;
  // The cube of 6 × 6 × 6 colours that terminals of 256 have.
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round((part / 255) * 5));
  return `48;5;${16 + 36 * red + 6 * green + blue}`;
}
