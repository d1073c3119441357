import type { ReactiveController, ReactiveElement } from 'lit';
import { observeSize } from '../../kit/element/size.js';

/** Below the figure: its legend, and some air. */
const FOOT = 40;
/** A playground that begins this near the start of its page is first seen there. */
const HEAD = 120;
const LEAST = 260;
const MOST = 900;

/**
 * The height that is left for a figure in the window when the playground stands at its top, below the page's header or the
 * bars that stick there, and above the folded sheet.
 */
export class RoomController implements ReactiveController {
  height = Math.max(LEAST, (globalThis.innerHeight || 800) - 290);
  private stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveElement) {
    host.addController(this);
  }

  hostConnected(): void {
    const stop = observeSize(this.host, () => this.measure());
    const onResize = (): void => this.measure();
    addEventListener('resize', onResize);
    this.stop = () => {
      stop();
      removeEventListener('resize', onResize);
    };
  }

  hostDisconnected(): void {
    this.stop?.();
  }

  /** Reads the layout, so it waits for the next frame. */
  measure(): void {
    requestAnimationFrame(() => {
      const figure = this.host.renderRoot?.querySelector('ap-figure');
      const frame = this.host.closest('.frame');
      if (!figure || !frame || !this.host.isConnected) return;
      const { top } = frame.getBoundingClientRect();
      const above = figure.getBoundingClientRect().top - top;
      const style = getComputedStyle(this.host);
      const pixels = (name: string): number => Number.parseFloat(style.getPropertyValue(name)) || 0;
      const fromStart = top + scrollY;
      const start = fromStart < HEAD ? fromStart : pixels('--ap-sticky-top');
      // In a frame that is made as high as its content, a window's height says nothing.
      const window = pixels('--ap-window-height') || innerHeight;
      const left = window - start - above - pixels('--foot') - FOOT;
      const height = Math.round(Math.min(MOST, Math.max(LEAST, left)));
      if (Math.abs(height - this.height) < 4) return;
      this.height = height;
      this.host.requestUpdate();
    });
  }
}
