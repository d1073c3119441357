import type { OperationName } from '../engine/types/index.js';
import type { FigureMaker } from './figure.js';

/** How a kind of operation is drawn. Each file of `kinds` has one; the build lists them. */
export interface Kind {
  ops: readonly OperationName[];
  figure: FigureMaker;
}
