import type { CellPosition } from '../../figures/layout/outline.js';

/** In pixels of an element's own layout, from its left upper corner. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/**
 * Where an element is drawn, in pixels of `origin`'s layout. The page may draw `origin` larger or smaller than it is
 * laid out (slides, `zoom`), so distances in the window are not those that styles and scrolling count in.
 */
export function boxWithin(element: Element, origin: HTMLElement): Box {
  const box = element.getBoundingClientRect();
  const from = origin.getBoundingClientRect();
  const across = from.width / origin.offsetWidth || 1;
  const down = from.height / origin.offsetHeight || 1;
  const left = (box.left - from.left) / across;
  const top = (box.top - from.top) / down;
  const [width, height] = [box.width / across, box.height / down];
  return { left, top, right: left + width, bottom: top + height, width, height };
}

/** Where in an element the pointer is, as shares of its width and height. */
export function shareAt(event: MouseEvent, element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

/** The cell under the pointer, in an element that equal cells fill; undefined outside. */
export function cellAt(
  event: MouseEvent,
  grid: Element,
  { rows, columns }: { rows: number; columns: number },
): CellPosition | undefined {
  const { x, y } = shareAt(event, grid);
  const [row, column] = [Math.floor(y * rows), Math.floor(x * columns)];
  return row >= 0 && column >= 0 && row < rows && column < columns ? { row, column } : undefined;
}
