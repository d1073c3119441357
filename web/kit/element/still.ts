import type { ReactiveController, ReactiveElement } from 'lit';
import { parentOf } from './around.js';
import { observeSize } from './size.js';

/**
 * Whether parts of an element may stick to an edge of the view: not on slides, which do not scroll, nor on what is drawn
 * larger or smaller than it is laid out, where they would stick elsewhere.
 */
function canStick(host: HTMLElement): boolean {
  const { width } = host.getBoundingClientRect();
  const zoom = 'currentCSSZoom' in host ? Number(host.currentCSSZoom) : 1;
  const scale = width / (host.offsetWidth || 1) / zoom;
  if (width > 0 && Math.abs(scale - 1) > 0.01) return false;
  for (let parent = parentOf(host); parent && parent !== document.body; parent = parentOf(parent)) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY !== 'visible' && overflowY !== 'clip') return overflowY !== 'hidden';
  }
  return true;
}

/** Marks an element's frame by `data-still` while nothing may stick: then styles lay all parts in the flow. */
export class Still implements ReactiveController {
  private stop: (() => void) | undefined;

  constructor(private readonly host: ReactiveElement) {
    host.addController(this);
  }

  hostConnected(): void {
    this.stop = observeSize(this.host, () => this.mark());
  }

  hostDisconnected(): void {
    this.stop?.();
  }

  hostUpdated(): void {
    if (!this.host.hasUpdated) this.mark();
  }

  private mark(): void {
    const frame = this.host.shadowRoot?.querySelector('.frame');
    frame?.toggleAttribute('data-still', !canStick(this.host));
  }
}
