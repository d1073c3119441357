import type { OperationName } from '../engine/types/index.js';

/** Operations that are drawn as matrix products: see kinds/matmul.ts. */
export const PRODUCTS: readonly OperationName[] = [
  'linear',
  'matmul',
  'matmul_transposed',
  'transposed_matmul',
  'rows_matmul',
];

/** Whether this operation's figure takes all steps of a stop, a lane each; known before figures are fetched. */
export const drawsLanes = (op: OperationName): boolean => PRODUCTS.includes(op);
