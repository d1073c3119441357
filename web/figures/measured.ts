import type { Face } from './marks.js';

const MONO = 0.602;
const HAN = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/u;
const SANS: readonly [kind: RegExp, width: number][] = [
  [HAN, 1],
  [/\p{M}/u, 0],
  [/[iljtfr.,:;!'’|()[\] ]/, 0.33],
  [/[mwMW%—…]/, 0.95],
  [/[A-Z]/, 0.68],
  [/[a-z0-9]/, 0.62],
];
const OTHERS = 0.65;

/**
 * The width of a text in pixels where there is no page to measure it on, the same on every machine: for each kind of character
 * its part of the text's height, about as DejaVu Sans has it.
 */
export function measure(text: string, size: number, face?: Face): number {
  const widthOf = (letter: string): number => {
    if (face === 'mono') return HAN.test(letter) ? 2 * MONO : MONO;
    return SANS.find(([kind]) => kind.test(letter))?.[1] ?? OTHERS;
  };
  return size * [...text].reduce((sum, letter) => sum + widthOf(letter), 0);
}
