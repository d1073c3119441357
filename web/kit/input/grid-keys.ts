import type { CellPosition } from '../../figures/layout/outline.js';

export type MatrixKey =
  | { act: 'move'; to: CellPosition }
  | { act: 'keep' | 'release' | 'switch' }
  /** `typed` starts the new number. */
  | { act: 'edit'; typed: string };

/** The meaning of a key in a grid; undefined if it has none, or belongs to an input method. */
export function matrixKey(
  event: KeyboardEvent,
  at: CellPosition,
  size: { rows: number; columns: number; page: number },
): MatrixKey | undefined {
  if (event.isComposing || event.altKey || event.metaKey) return undefined;
  const move = (row: number, column: number): MatrixKey => ({
    act: 'move',
    to: { row: limit(row, size.rows), column: limit(column, size.columns) },
  });
  if (event.ctrlKey) {
    if (event.key === 'Home') return move(0, 0);
    if (event.key === 'End') return move(size.rows - 1, size.columns - 1);
    return undefined;
  }
  switch (event.key) {
    case 'ArrowUp':
      return move(at.row - 1, at.column);
    case 'ArrowDown':
      return move(at.row + 1, at.column);
    case 'ArrowLeft':
      return move(at.row, at.column - 1);
    case 'ArrowRight':
      return move(at.row, at.column + 1);
    case 'Home':
      return move(at.row, 0);
    case 'End':
      return move(at.row, size.columns - 1);
    case 'PageUp':
      return move(at.row - size.page, at.column);
    case 'PageDown':
      return move(at.row + size.page, at.column);
    case 'Enter':
      return { act: 'keep' };
    case ' ':
      return { act: 'switch' };
    case 'Escape':
      return { act: 'release' };
    case 'F2':
      return { act: 'edit', typed: '' };
    default:
      return /^[0-9.+\-−]$/.test(event.key) ? { act: 'edit', typed: event.key } : undefined;
  }
}

function limit(at: number, count: number): number {
  return at < 0 ? 0 : at >= count ? count - 1 : at;
}
