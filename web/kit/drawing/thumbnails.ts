import type { Step } from '../../engine/types/index.js';
import { extentOf, gathered, scaleOf } from '../../figures/layout/grid.js';
import type { CellsMark } from '../../figures/marks.js';
import { drawFigure } from '../../figures/render/canvas.js';
import type { Look } from '../../figures/render/look.js';
import { matrixLayout, type MatrixLayout } from '../../trace/layout.js';
import type { TraceStore } from '../../trace/store.js';
import { lookOf } from '../element/look.js';
import { screenScale } from './paint.js';

const HEIGHT = 44;
const WIDEST = 150;
const LARGEST_CELL = 11;
const PAINT_MS = 8;

/** Size of a matrix's thumbnail: its proportions, within the room of a card. */
export function thumbnailSize(layout: Pick<MatrixLayout, 'rows' | 'columns'>): {
  width: number;
  height: number;
} {
  const { rows, columns } = layout;
  const cell = Math.min(LARGEST_CELL, HEIGHT / rows, WIDEST / columns);
  return {
    width: Math.round(Math.max(cell * columns, Math.min(columns * 2, 24), 8)),
    height: Math.round(Math.max(cell * rows, Math.min(HEIGHT, rows * 4), 8)),
  };
}

export function layoutOf(store: TraceStore, step: Step): MatrixLayout {
  return matrixLayout(step, { batch: store.state.batch, head: store.state.head });
}

/**
 * Draws small pictures of steps when the page is idle, a few at a time, and only those in sight; each is drawn again
 * when its numbers, its slice or the page's colours have changed.
 */
export class Thumbnails {
  private readonly canvases = new Map<HTMLCanvasElement, string>();
  private readonly visible = new Set<HTMLCanvasElement>();
  private readonly drawn = new WeakMap<HTMLCanvasElement, string>();
  private observer: IntersectionObserver | undefined;
  private waiting = false;
  private look: Look | undefined;
  store: TraceStore | undefined;

  connect(): void {
    this.observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const canvas = target as HTMLCanvasElement;
        if (isIntersecting) this.visible.add(canvas);
        else this.visible.delete(canvas);
      }
      this.refresh();
    });
    for (const canvas of this.canvases.keys()) this.observer.observe(canvas);
    addEventListener('beforeprint', this.drawAll);
  }

  disconnect(): void {
    this.observer?.disconnect();
    this.observer = undefined;
    this.visible.clear();
    removeEventListener('beforeprint', this.drawAll);
  }

  /** Sets the canvases that are on the page, each with its step's path as data. */
  watch(canvases: Iterable<HTMLCanvasElement>): void {
    const gone = new Set(this.canvases.keys());
    for (const canvas of canvases) {
      gone.delete(canvas);
      if (!this.canvases.has(canvas)) this.observer?.observe(canvas);
      this.canvases.set(canvas, canvas.dataset.path ?? '');
    }
    for (const canvas of gone) {
      this.observer?.unobserve(canvas);
      this.canvases.delete(canvas);
      this.visible.delete(canvas);
    }
    this.refresh();
  }

  refresh(): void {
    if (this.waiting) return;
    this.waiting = true;
    const draw = (): void => {
      this.waiting = false;
      this.drawSome();
    };
    if (typeof requestIdleCallback === 'function') requestIdleCallback(draw, { timeout: 400 });
    else setTimeout(draw, 60);
  }

  /** On paper all are in sight, and there is no later. */
  private readonly drawAll = (): void => {
    const { store } = this;
    if (!store?.trace) return;
    for (const [canvas, path] of this.canvases) {
      const step = store.step(path);
      if (step) this.draw(store, step, canvas);
    }
  };

  private drawSome(): void {
    const { store } = this;
    if (!store?.trace) return;
    const end = performance.now() + PAINT_MS;
    for (const canvas of this.visible) {
      if (performance.now() > end) return this.refresh();
      const step = store.step(this.canvases.get(canvas) ?? '');
      if (step) this.draw(store, step, canvas);
    }
  }

  private draw(store: TraceStore, step: Step, canvas: HTMLCanvasElement): void {
    const { scheme } = store;
    const layout = layoutOf(store, step);
    const key = [store.version, step.path, layout.key, scheme].join(' ');
    if (this.drawn.get(canvas) === key) return;
    this.drawn.set(canvas, key);
    if (this.look?.scheme !== scheme) this.look = lookOf(canvas, scheme);
    const { rows, columns } = layout;
    const size = thumbnailSize(layout);
    const cells: CellsMark = {
      type: 'cells',
      x: 0,
      y: 0,
      ...size,
      rows,
      columns,
      values: gathered(store.tensor(step.path).data, layout),
      scale: scaleOf(step, extentOf(store, step.path)),
      size: 0,
    };
    drawFigure(canvas, { ...size, marks: [cells] }, this.look, screenScale(canvas));
  }
}
