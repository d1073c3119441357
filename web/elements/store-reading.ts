import type { Axis, Cell, Explanation, Step } from '../engine/types.js';
import { padded, vocabulary } from '../text/index.js';
import type { Tokens } from './problems.js';
import type { PlaygroundState } from './state.js';

export interface CellRef {
  path: string;
  index: number[];
}

/** Texts of the places along an axis; undefined where a plain number says it best. */
export function axisLabels(
  axis: Axis,
  state: PlaygroundState,
  tokens: Tokens,
  batch: number,
  headName: (n: number) => string,
): string[] | undefined {
  const cross = tokens.memory.length > 0;
  switch (axis) {
    case 'token':
    case 'query':
      return padded(tokens.sentences, batch);
    case 'memory_token':
      return padded(tokens.memory, batch);
    case 'key':
      return padded(cross ? tokens.memory : tokens.sentences, batch);
    case 'batch':
      return tokens.sentences.map((_, i) => String(i + 1));
    case 'head':
      return Array.from({ length: state.heads }, (_, i) => headName(i + 1));
    case 'vocabulary':
      return vocabularyOf(state, tokens);
    default:
      return undefined;
  }
}

/** Rows of the embedding table; texts with vectors of their own have none in it. */
export function vocabularyOf(state: PlaygroundState, tokens: Tokens): string[] {
  return vocabulary(state.x ? [] : tokens.sentences, state.memoryX ? [] : tokens.memory);
}

/** The cells that an explanation was made of, by the step they lie in; those of a cached one lie in another trace. */
export function operandsOf(explanation: Explanation | undefined): Map<string, CellRef[]> {
  const found = new Map<string, CellRef[]>();
  const add = (cell: Cell | undefined): void => {
    if (!cell) return;
    const list = found.get(cell.step) ?? [];
    list.push({ path: cell.step, index: cell.index });
    found.set(cell.step, list);
  };
  if (!explanation) return found;
  if ('left' in explanation) {
    explanation.left.forEach(add);
    explanation.right.forEach(add);
  }
  if ('operands' in explanation) explanation.operands.forEach(add);
  if ('id' in explanation) add(explanation.id);
  if ('source' in explanation) add(explanation.source);
  if ('weight' in explanation) add(explanation.weight);
  if ('bias' in explanation) add(explanation.bias);
  return found;
}

/** Whether these steps have a cell. */
export function hasCell(steps: readonly Step[], cell: CellRef): boolean {
  const step = steps.find(({ path }) => path === cell.path);
  return (
    step !== undefined &&
    step.shape.length === cell.index.length &&
    step.shape.every((size, i) => cell.index[i]! >= 0 && cell.index[i]! < size)
  );
}
