import type { OwnPairs } from '../../../engine/types/index.js';

export const MOST_PAIRS = 2000;

/** What is wrong in a line of pairs, counted from 1. */
export interface WrongLine {
  code: 'noArrow' | 'twoArrows' | 'noSource' | 'noTarget' | 'tooMany' | 'none';
  line: number;
  text: string;
}

/** Between the two sentences of a pair. */
const BETWEEN = /\t+|\s*(?:→|->|=>)\s*/u;
const HAN = /\p{Script=Han}/u;

/** One pair a line, with a tab or an arrow between its sentences. Empty lines are left out. */
export function readPairs(text: string): OwnPairs | WrongLine {
  const pairs: [string, string][] = [];
  for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const wrong = (code: WrongLine['code']): WrongLine => ({
      code,
      line: i + 1,
      text: line.trim().slice(0, 60),
    });
    const parts = line.trim().split(BETWEEN);
    if (parts.length < 2) return wrong('noArrow');
    if (parts.length > 2) return wrong('twoArrows');
    const [source = '', target = ''] = parts.map((part) => part.trim());
    if (source === '') return wrong('noSource');
    if (target === '') return wrong('noTarget');
    pairs.push([source, target]);
    if (pairs.length > MOST_PAIRS) return wrong('tooMany');
  }
  if (pairs.length === 0) return { code: 'none', line: 1, text: '' };
  const kind = (side: 0 | 1) => (isByCharacter(pairs, side) ? 'characters' : 'words');
  return { pairs, sourceTokens: kind(0), targetTokens: kind(1) };
}

/** Chinese without blanks is read character by character. */
function isByCharacter(pairs: readonly (readonly [string, string])[], side: 0 | 1): boolean {
  return (
    pairs.some((pair) => HAN.test(pair[side])) && !pairs.some((pair) => pair[side].includes(' '))
  );
}
