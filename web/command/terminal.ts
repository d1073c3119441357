// What is known of the place where lines are printed.

import { WriteStream } from 'node:tty';
import type { Scheme } from '../styles/colour-scales.js';

export interface Terminal {
  /** Columns that a line has. */
  width: number;
  /** How many colours: 1, 4, 8 or 24 bits; 1 is none. */
  depth: number;
  scheme: Scheme;
}

/** What other programs take for a terminal that does not say how wide it is. */
const WIDTH = 80;
const NARROWEST = 24;

/** Colour where it is a terminal, unless NO_COLOR is set; FORCE_COLOR asks for it elsewhere, too. */
export function terminalOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const width = Number(env.COLUMNS) || stream.columns || WIDTH;
  const scheme = schemeOf(env.COLORFGBG ?? '');
  return { width: Math.max(NARROWEST, width), depth: depthOf(stream, env), scheme };
}

/** Some terminals say which of their 16 colours is behind: `15;0`. Without a word it is taken for dark. */
function schemeOf(colours: string): Scheme {
  const ground = /;(\d+)$/.exec(colours)?.[1];
  return ground === '7' || ground === '15' ? 'light' : 'dark';
}

function depthOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number {
  if (env.NO_COLOR) return 1;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  if (!stream.isTTY && !forced) return 1;
  return WriteStream.prototype.getColorDepth.call(stream, env);
}
