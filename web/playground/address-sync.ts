import { effect, untracked } from '@preact/signals-core';
import { readHash, writeHash } from './address.js';
import { DEFAULTS } from './state.js';
import type { PlaygroundStore } from './store.js';

const PAUSE_MS = 250;

/** Keeps the state and the part of the address after `#` equal, in both directions. */
export class UrlSync {
  private written = '';
  private lastTime = 0;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private unsubscribe: (() => void) | undefined;

  /** `fixedLanguage`: the page sets the language, whatever the address has. */
  constructor(
    private readonly store: PlaygroundStore,
    private readonly fixedLanguage: () => boolean,
  ) {}

  connect(): void {
    addEventListener('hashchange', this.read);
    addEventListener('pointerdown', this.flush, { capture: true });
    addEventListener('pagehide', this.flush);
    let first = true;
    this.unsubscribe = effect(() => {
      // Reading all fields subscribes to all of them; the present state is in the address already, or a first visit's.
      Object.values(this.store.state);
      if (!first) untracked(this.schedule);
      first = false;
    });
  }

  disconnect(): void {
    removeEventListener('hashchange', this.read);
    removeEventListener('pointerdown', this.flush, { capture: true });
    removeEventListener('pagehide', this.flush);
    this.unsubscribe?.();
    // The address may belong to another page by now.
    clearTimeout(this.waiting);
    this.waiting = undefined;
  }

  /** Adopts the address's values; returns whether it had any. */
  readonly read = (): boolean => {
    const { hash } = location;
    if (hash.replace(/^#/, '') === this.written && this.written !== '') return true;
    const { lang } = this.store.state;
    const raw = readHash(hash, lang);
    if (raw === undefined) return false;
    if (raw === 'version') {
      this.store.report({ code: 'url_version', argument: '', actual: '', expected: '' });
      return true;
    }
    if (this.fixedLanguage()) delete raw.lang;
    this.store.adopt(raw, { ...DEFAULTS, lang });
    return true;
  };

  /** Browsers limit how often the address may change, so a stream of changes is written when it pauses. */
  private readonly schedule = (): void => {
    if (!this.store.trace || this.waiting) return;
    const wait = this.lastTime + PAUSE_MS - Date.now();
    if (wait <= 0) this.write();
    else this.waiting = setTimeout(() => this.write(), wait);
  };

  /** Writes the address before the user can follow a link. */
  private readonly flush = (): void => {
    if (this.waiting) this.write();
  };

  /** The address of the present state, in full: a mere `#…` would be relative to the page's `<base>`. */
  get address(): string {
    const address = new URL(location.href);
    address.hash = this.hash;
    return address.href;
  }

  private get hash(): string {
    return writeHash(this.store.state, { lang: !this.fixedLanguage() });
  }

  private write(): void {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.lastTime = Date.now();
    const next = this.hash;
    if (next === this.written) return;
    this.written = next;
    try {
      history.replaceState(history.state, '', this.address);
    } catch {
      // A sandboxed frame may not change its address; the element works without.
    }
  }
}
