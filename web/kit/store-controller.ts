import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { TraceStore } from '../trace/store.js';

interface Host<Store> extends ReactiveControllerHost {
  store?: Store;
  readonly isConnected?: boolean;
}

/**
 * Re-renders its element when the store changes; with `uses`, only when one of the values it returns has changed. A
 * pointer that moves over a matrix changes the store all the time.
 */
export class StoreController<Store extends TraceStore = TraceStore> implements ReactiveController {
  private watched: Store | undefined;
  private stop: (() => void) | undefined;
  private used: readonly unknown[] = [];

  constructor(
    private readonly host: Host<Store>,
    private readonly uses?: (store: Store) => readonly unknown[],
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    this.watch();
  }

  hostUpdate(): void {
    this.watch();
  }

  hostDisconnected(): void {
    this.stop?.();
    this.stop = this.watched = undefined;
  }

  private watch(): void {
    const { store, isConnected } = this.host;
    if (store === this.watched || isConnected === false) return;
    this.stop?.();
    this.watched = store;
    this.stop = store?.subscribe(() => this.notice(store));
  }

  private notice(store: Store): void {
    if (this.uses) {
      const now = this.uses(store);
      const same = now.every((one, i) => one === this.used[i]);
      this.used = now;
      if (same) return;
    }
    this.host.requestUpdate();
  }
}
