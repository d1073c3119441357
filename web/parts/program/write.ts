// Writing a walk's program and saving it, wherever that is asked for.

import { programInTurns } from '../../engine/program/index.js';
import type { Program, ProgramOptions } from '../../engine/types/index.js';
import { nextTask } from '../../kit/element/turns.js';
import { download } from '../../kit/input/download.js';
import { fill } from '../../trace/names.js';
import type { Said } from '../../trace/said.js';
import type { TraceStore } from '../../trace/store.js';
import { ofOneTrace } from '../../trace/of-one-trace.js';

const DATA_FILE = 'walk.npz';

/** The program of the trace that is shown, or what is said if there is none; never rejects. */
export const writeProgram = (store: TraceStore, options: ProgramOptions): Promise<Program | Said> =>
  ofOneTrace(store, (trace) => programInTurns(trace, options, nextTask));

/** Saves a program as a file, with its data beside it; returns what is said of that. */
export function saveProgram(
  program: Program,
  { language, format }: Required<Pick<ProgramOptions, 'language' | 'format'>>,
): Said {
  download(new Blob([program.source], { type: 'text/plain' }), `walk_${language}.${format}`);
  return saveData(program) ?? (({ t }) => t.program.saved);
}

/** Saves the data that stand beside a program, if there are any; returns what is to be said of it. */
export function saveData({ data }: Program): Said | undefined {
  if (!data) return undefined;
  download(new Blob([data as Uint8Array<ArrayBuffer>]), DATA_FILE);
  return ({ t }) => fill(t.program.dataFile, { file: DATA_FILE });
}
