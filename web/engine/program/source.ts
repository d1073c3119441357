import type { Trace } from '../types/index.js';

/** What a program is made of. */
export type ProgramSource = Pick<Trace, 'steps' | 'edits' | 'tensor' | 'baseline' | 'explain'>;
