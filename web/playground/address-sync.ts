import { effect, untracked } from '@preact/signals-core';
import { readHash, writeHash } from './address.js';
import { DEFAULTS } from './state.js';
import type { PlaygroundStore } from './store.js';

const PAUSE_MS = 250;
/** Models and examples that are left sooner are passed, as by keys in a list: they are no entries of the history. */
const PASSED_MS = 1000;

/**
 * Keeps the state and the part of the address after `#` equal, in both directions. Another model or example, by a person's
 * choice, is a new entry of the browser's history, so that Back returns from it. All other changes stay in the entry that they
 * are made in: typing and editing, and however many steps of a walk, so that Back leads to the page before.
 */
export class UrlSync {
  private written = '';
  private lastTime = 0;
  /** The place that the present entry is of, and when it was opened. */
  private place = '';
  private opened = 0;
  /** Addresses that are being adopted, which may take a file. */
  private arriving = 0;
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
    this.written = this.hash;
    this.place = placeOf(this.store);
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
    this.stopWaiting();
  }

  private stopWaiting(): void {
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
    // The address has it already: to write it again would stop a person who goes on back.
    this.stopWaiting();
    this.written = hash.replace(/^#/, '');
    this.arriving += 1;
    this.store.adopt(raw, { ...DEFAULTS, lang });
    void this.store.coming.then(() => {
      this.arriving -= 1;
      this.place = placeOf(this.store);
    });
    return true;
  };

  /**
   * Browsers limit how often the address may change, so a stream of changes is written when it pauses; an entry is made at
   * once, as Back may follow.
   */
  private readonly schedule = (): void => {
    if (!this.store.trace) return;
    const wait = this.opensEntry() ? 0 : this.lastTime + PAUSE_MS - Date.now();
    if (wait <= 0) this.write();
    else this.waiting ??= setTimeout(() => this.write(), wait);
  };

  /** Writes the address before the user can follow a link. */
  private readonly flush = (): void => {
    if (this.waiting) this.write();
  };

  private get hash(): string {
    return writeHash(this.store.state, { lang: !this.fixedLanguage() });
  }

  private write(): void {
    this.stopWaiting();
    this.lastTime = Date.now();
    const opensEntry = this.opensEntry();
    const place = placeOf(this.store);
    if (place !== this.place) this.opened = this.lastTime;
    this.place = place;
    const next = this.hash;
    if (next === this.written) return;
    const before = this.written;
    this.written = next;
    try {
      if (opensEntry) push(before, next);
      else history.replaceState(history.state, '', addressWith(next));
    } catch {
      // A sandboxed frame may not change its address; the element works without.
    }
  }

  /** Whether a person went to another place, and had not just come to the one before. */
  private opensEntry(): boolean {
    const { store, arriving } = this;
    if (arriving > 0 || placeOf(store) === this.place) return false;
    return Date.now() - this.opened >= PASSED_MS;
  }
}

/** What Back returns from: the model, the example. */
function placeOf({ state, examplesShown }: PlaygroundStore): string {
  const { model, kind, parameters } = state;
  return [model, kind, parameters, examplesShown].join();
}

/** In full: a mere `#…` would be relative to the page's `<base>`. */
function addressWith(hash: string): string {
  const address = new URL(location.href);
  address.hash = hash;
  return address.href;
}

/** A new entry. The one before is given the address of its state, which it may lack at first. */
function push(before: string, next: string): void {
  history.replaceState(history.state, '', addressWith(before));
  history.pushState(history.state, '', addressWith(next));
}
