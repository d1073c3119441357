// What is written of a trace, in turns of some milliseconds: `turn` resolves when the next one may begin.

import { npzPieces } from '../program/npz.js';
import { inTurns } from '../turns.js';
import type { Tensor, Trace } from '../types/index.js';
import { RecordedTrace } from './recorded-trace.js';

type Turn = () => Promise<void>;

/** `JSON.stringify(trace)`, in pieces that follow each other. */
export const recordInTurns = (trace: Trace, turn: Turn): Promise<string[]> =>
  inTurns(RecordedTrace.text(trace), turn);

/** `trace.npz(paths)`, in pieces that follow each other. */
export const npzInTurns = (
  trace: Trace,
  paths: readonly string[],
  turn: Turn,
): Promise<Uint8Array<ArrayBuffer>[]> => inTurns(npzPieces(tensorsOf(trace, paths)), turn);

function* tensorsOf(trace: Trace, paths: readonly string[]): Generator<readonly [string, Tensor]> {
  for (const path of paths) yield [path, trace.tensor(path)];
}
