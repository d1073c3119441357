import { SignalWatcher } from '@lit-labs/preact-signals';
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import { LitElement, type PropertyDeclaration } from 'lit';
import { property } from 'lit/decorators.js';
import type { TraceStore } from '../../trace/store.js';

/** A Lit element that is updated when a signal changes that its last update has read. */
export abstract class SignalElement extends SignalWatcher(LitElement) {
  /** Counts up whenever a property has changed, for what `derived` computes. */
  private readonly properties = signal(0);
  private missed = false;

  override connectedCallback(): void {
    super.connectedCallback();
    if (!this.missed) return;
    this.missed = false;
    queueMicrotask(() => this.performUpdate());
  }

  /** An update of a removed element would subscribe it to signals, and nothing would free it: it is made up for later. */
  protected override performUpdate(): void {
    if (this.isConnected) super.performUpdate();
    else this.missed = true;
  }

  override requestUpdate(
    name?: PropertyKey,
    oldValue?: unknown,
    options?: PropertyDeclaration,
  ): void {
    // Not yet made when the first properties are set; nothing is derived from them then.
    const properties = this.properties as Signal<number> | undefined;
    const changed = name !== undefined && !Object.is(this[name as keyof this], oldValue);
    if (changed && properties) properties.value = properties.peek() + 1;
    super.requestUpdate(name, oldValue, options);
  }

  /** A value computed from signals and from properties of this element, once for each change of them. */
  protected derived<Value>(compute: () => Value): ReadonlySignal<Value> {
    return computed(() => {
      void this.properties.value;
      return compute();
    });
  }
}

/** A part of the page that shows a store, and only reads it through signals. */
export abstract class StoreElement<Store extends TraceStore = TraceStore> extends SignalElement {
  @property({ attribute: false }) store?: Store;
}
