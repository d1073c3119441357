import type { Computed } from './computed.js';
import type { Simd } from './simd.js';

/** A float that JSON has no number for. */
export type NoJsonNumber = 'NaN' | 'Infinity' | '-Infinity' | '-0';

/** A tensor in JSON, row-major: the shortest decimal of each float, or its name. */
export interface PlainTensor {
  shape: number[];
  data: (Computed | NoJsonNumber)[];
}

/** Cells that were edited at once. */
export interface RecordedEdit {
  path: string;
  cells: { index: number[]; value: Computed | NoJsonNumber }[];
}

/** The numbers of a step, edits included; `unedited` where some of its cells are edited and nothing computes it. */
export interface StepRecord extends PlainTensor {
  path: string;
  unedited?: PlainTensor['data'];
}

/** A trace as plain JSON: how it was made, its edits, and the numbers of all steps. `ap.traceFrom` makes it again. */
export interface TraceRecord {
  format: 'attention-playground/trace';
  version: 1;
  /** Which module computed it: the other one has other last bits. */
  simd: Simd;
  /** The call that made it, with its options; tensors among them are `PlainTensor`s, masks what is added to the scores. */
  call: 'traceAttention' | 'traceTransformer' | 'traceWeights' | 'traceScaling';
  options: Record<string, unknown>;
  /** Paths of parameters that were given, not drawn by the seed: their numbers are those of `steps`. */
  parameters: string[];
  /** Of the backward pass, if there is one. */
  backward?: { of: string; seed?: PlainTensor };
  /** What `undo` takes back, one after the other, the last one first. */
  edits: RecordedEdit[];
  steps: StepRecord[];
}
