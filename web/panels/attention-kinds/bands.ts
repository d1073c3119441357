import { observeSize } from '../../kit/size.js';
import type { ApMatrix } from '../../parts/matrix/matrix.js';
import type { TraceStore } from '../../trace/store.js';
import { sideOf, type Word } from './pair.js';

/**
 * Bands over the rows and columns of the highlighted words in every matrix of the cards. A matrix knows its own cells;
 * only the panel knows which words they share with other matrices.
 */
export class Bands {
  private lit: readonly Word[] = [];
  private frames: HTMLElement[] = [];
  private next = 0;
  private stops: (() => void)[] = [];

  constructor(private readonly store: TraceStore) {}

  /** Places the bands inside `root` once its matrices have been drawn. */
  async show(root: ParentNode, lit: readonly Word[]): Promise<void> {
    this.lit = lit;
    const frames = [...root.querySelectorAll<HTMLElement>('.matrix[data-path]')];
    const same =
      frames.length === this.frames.length && frames.every((f, i) => f === this.frames[i]);
    if (!same) {
      this.stop();
      // A matrix that is laid out anew changes its size; the bands are then placed again.
      this.stops = frames.map((frame) => observeSize(frame, this.layNext));
      this.frames = frames;
    }
    await Promise.all(
      frames.map(async (frame) => {
        await frame.querySelector('ap-weights')?.updateComplete;
        await matrixIn(frame)?.updateComplete;
      }),
    );
    // The next frame lays out the page anyway; placing them here would cost another layout in a long task.
    this.layNext();
  }

  stop(): void {
    cancelAnimationFrame(this.next);
    for (const stop of this.stops) stop();
    this.stops = [];
    this.frames = [];
  }

  private readonly layNext = (): void => {
    cancelAnimationFrame(this.next);
    this.next = requestAnimationFrame(() => this.lay());
  };

  private lay(): void {
    // Measures everything before changing anything, so that the page is laid out only once.
    const bands = this.frames.map((frame) => bandsOf(frame, this.store, this.lit));
    this.frames.forEach((frame, i) => frame.querySelector('.bands')?.replaceChildren(...bands[i]!));
  }
}

/** The matrix itself, or that of the weights if they are shown as a matrix. */
function matrixIn(frame: HTMLElement): ApMatrix | null | undefined {
  return (
    frame.querySelector('ap-matrix') ??
    frame.querySelector('ap-weights')?.shadowRoot?.querySelector('ap-matrix')
  );
}

function bandsOf(frame: HTMLElement, store: TraceStore, lit: readonly Word[]): HTMLElement[] {
  const matrix = matrixIn(frame);
  const step = store.step(frame.dataset.path ?? '');
  if (!step || !matrix?.model || matrix.model.step !== step) return [];
  const { layout } = matrix.model;
  const sides = [layout.rowAxes[0], layout.columnAxes[0]].map((axis) => sideOf(step, axis ?? -1));
  return lit.flatMap(({ side, index }) => [
    ...(sides[0] === side && index < layout.rows ? bandOver(frame, matrix, 'row', index) : []),
    ...(sides[1] === side && index < layout.columns
      ? bandOver(frame, matrix, 'column', index)
      : []),
  ]);
}

/** A band from the label over all visible cells of a row or a column. */
function bandOver(
  frame: HTMLElement,
  { geometry, body, scroller }: ApMatrix,
  along: 'row' | 'column',
  at: number,
): HTMLElement[] {
  if (!geometry || !body || !scroller) return [];
  const origin = frame.getBoundingClientRect();
  const cells = body.getBoundingClientRect();
  const seen = scroller.getBoundingClientRect();
  const { cellWidth, cellHeight, gutter, header } = geometry;
  const column = along === 'column';
  const left = column ? cells.left + at * cellWidth : seen.left;
  const right = column ? left + cellWidth : Math.min(cells.right, seen.right);
  const top = column ? cells.top - header : cells.top + at * cellHeight;
  const bottom = column ? cells.bottom : top + cellHeight;
  if (column && (left < seen.left + gutter - 1 || right > seen.right + 1)) return [];
  const band = document.createElement('i');
  band.className = `band ${along}`;
  band.dataset.at = String(at);
  const sizes = {
    left: left - origin.left,
    top: top - origin.top,
    width: right - left,
    height: bottom - top,
  };
  for (const [name, value] of Object.entries(sizes)) band.style.setProperty(name, `${value}px`);
  return [band];
}
