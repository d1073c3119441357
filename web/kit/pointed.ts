import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CellRef, TraceStore } from '../trace/store.js';

/**
 * The operand that the user points at in the proof. It lights up in its matrix without becoming the previewed cell,
 * which would replace that proof.
 */
class Pointed {
  cell: CellRef | undefined;
  readonly listeners = new Set<() => void>();

  set(cell: CellRef | undefined): void {
    if (cell === this.cell) return;
    this.cell = cell;
    for (const listener of this.listeners) listener();
  }
}

const byStore = new WeakMap<TraceStore, Pointed>();

export function pointed(store: TraceStore): Pointed {
  let known = byStore.get(store);
  if (!known) byStore.set(store, (known = new Pointed()));
  return known;
}

interface Host extends ReactiveControllerHost {
  store?: TraceStore;
}

/** Re-renders its element when the pointed-at cell changes. */
export class PointedController implements ReactiveController {
  private watched: Pointed | undefined;
  private readonly refresh = (): void => this.host.requestUpdate();

  constructor(private readonly host: Host) {
    host.addController(this);
  }

  get cell(): CellRef | undefined {
    return this.watched?.cell;
  }

  hostUpdate(): void {
    const next = this.host.store && pointed(this.host.store);
    if (next === this.watched) return;
    this.watched?.listeners.delete(this.refresh);
    this.watched = next;
    next?.listeners.add(this.refresh);
  }

  hostDisconnected(): void {
    this.watched?.listeners.delete(this.refresh);
    this.watched = undefined;
  }
}
