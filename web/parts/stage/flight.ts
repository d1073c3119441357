import type { Step } from '../../engine/types.js';
import { boxWithin, type Box } from '../../kit/places.js';
import { axisNames } from '../../trace/axes.js';
import type { ApMatrix } from '../matrix/matrix.js';

type Part = Pick<Box, 'left' | 'top' | 'width' | 'height'>;

/**
 * transpose: the part of the picture that both matrices show flies from its place in the input to its place in the
 * output, as a copy of the canvas above the page. False if they have no such part.
 */
export function flyAcross(root: ShadowRoot, input: ApMatrix, output: ApMatrix): boolean {
  const page = root.host as HTMLElement;
  const lifted = place(output, input, page);
  const lowered = lifted ? undefined : place(input, output, page);
  const from = lifted ?? whole(input, page);
  const to = lifted ? whole(output, page) : lowered;
  const picture = (lifted ? output : input).renderRoot.querySelector('canvas');
  if (!from || !to || !picture) return false;
  root.querySelector(':scope > .ghost')?.remove();
  const ghost = copyOf(picture, to);
  root.append(ghost);
  const shift = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const scale = `scale(${from.width / to.width}, ${from.height / to.height})`;
  const flight = ghost.animate(
    [
      { transform: `${shift} ${scale}`, opacity: 0.9 },
      { transform: 'none', opacity: 1 },
    ],
    { duration: 380, easing: 'ease-in-out' },
  );
  flight.onfinish = flight.oncancel = () => ghost.remove();
  return true;
}

/** The place of one matrix's cells in another, if it shows all of them. */
function place(small: ApMatrix, large: ApMatrix, page: HTMLElement): Part | undefined {
  const { model } = small;
  const target = large.model;
  const box = whole(large, page);
  if (!model || !target || !box || !large.geometry) return undefined;
  const corner = (row: number, column: number): { row: number; column: number } | undefined =>
    target.layout.locate(renamed(model.step, target.step, model.layout.index(row, column)));
  const first = corner(0, 0);
  const last = corner(model.layout.rows - 1, model.layout.columns - 1);
  if (!first || !last) return undefined;
  const { cellWidth, cellHeight } = large.geometry;
  return {
    left: box.left + first.column * cellWidth,
    top: box.top + first.row * cellHeight,
    width: (last.column - first.column + 1) * cellWidth,
    height: (last.row - first.row + 1) * cellHeight,
  };
}

/** An index with its axes reordered as in another step. */
function renamed(from: Step, to: Step, index: readonly number[]): number[] {
  const names = axisNames(from);
  return axisNames(to).map((axis) => index[names.indexOf(axis)] ?? 0);
}

function whole({ body }: ApMatrix, page: HTMLElement): Part | undefined {
  return body ? boxWithin(body, page) : undefined;
}

function copyOf(picture: HTMLCanvasElement, box: Part): HTMLCanvasElement {
  const copy = document.createElement('canvas');
  copy.className = 'ghost';
  copy.width = picture.width;
  copy.height = picture.height;
  copy.getContext('2d')?.drawImage(picture, 0, 0);
  copy.setAttribute('aria-hidden', 'true');
  copy.style.cssText =
    `position:absolute;left:${box.left}px;top:${box.top}px;width:${box.width}px;height:${box.height}px;` +
    'transform-origin:0 0;image-rendering:pixelated;pointer-events:none;z-index:9';
  return copy;
}
