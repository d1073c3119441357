// What is known of the place where lines are printed.

import { WriteStream } from 'node:tty';

export interface Terminal {
  /** Columns that a line has. */
  width: number;
  /** How many colours: 1, 4, 8 or 24 bits; 1 is none. */
  depth: number;
}

/** What other programs take for a terminal that does not say how wide it is. */
const WIDTH = 80;
const NARROWEST = 24;

/** Colour where it is a terminal, unless NO_COLOR is set; FORCE_COLOR asks for it elsewhere, too. */
export function terminalOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Terminal {
  const width = Number(env.COLUMNS) || stream.columns || WIDTH;
  return { width: Math.max(NARROWEST, width), depth: depthOf(stream, env) };
}

function depthOf(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): number {
  if (env.NO_COLOR) return 1;
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  if (!stream.isTTY && !forced) return 1;
  return WriteStream.prototype.getColorDepth.call(stream, env);
}
