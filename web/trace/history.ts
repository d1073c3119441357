import { computed, signal, type Signal } from '@preact/signals-core';

const TYPING_MS = 1500;
const LENGTH = 200;

/** Counts the changes of all histories, so that several on one page can be undone in their order. */
let changes = 0;

interface Change<Entry> {
  entry: Entry;
  order: number;
}

/** What undo and redo restore, the latest last. Continued typing in one field is one change. */
export class History<Entry> {
  private readonly past = signal<readonly Change<Entry>[]>([]);
  private readonly future = signal<readonly Change<Entry>[]>([]);
  private readonly hasPast = computed(() => this.past.value.length > 0);
  private readonly hasFuture = computed(() => this.future.value.length > 0);
  private lastKey = '';
  private lastTime = 0;

  get canUndo(): boolean {
    return this.hasPast.value;
  }

  get canRedo(): boolean {
    return this.hasFuture.value;
  }

  /** When its last change was made, and when the last one was undone; 0 if there is none. */
  get order(): { undo: number; redo: number } {
    return { undo: this.past.value.at(-1)?.order ?? 0, redo: this.future.value.at(-1)?.order ?? 0 };
  }

  /** Records what was before a change; `key` names the field that was typed in, if any. */
  note(before: Entry, key = ''): void {
    const past = this.past.peek();
    const time = Date.now();
    const typesOn = key !== '' && key === this.lastKey && time - this.lastTime < TYPING_MS;
    this.lastKey = key;
    this.lastTime = time;
    this.future.value = [];
    if (typesOn && past.length > 0) return;
    this.past.value = [...past, changeTo(before)].slice(-LENGTH);
  }

  /** Goes back: `restore` gets the last entry and says whether it was accepted; `now` is what redo will restore. */
  undo(now: Entry, restore: (entry: Entry) => boolean): void {
    this.move(this.past, this.future, now, restore);
  }

  redo(now: Entry, restore: (entry: Entry) => boolean): void {
    this.move(this.future, this.past, now, restore);
  }

  clear(): void {
    this.past.value = this.future.value = [];
    this.lastKey = '';
  }

  /** Goes on where another history stopped. */
  adopt(other: History<Entry>): void {
    this.past.value = other.past.peek();
    this.future.value = other.future.peek();
  }

  private move(
    from: Signal<readonly Change<Entry>[]>,
    to: Signal<readonly Change<Entry>[]>,
    now: Entry,
    restore: (entry: Entry) => boolean,
  ): void {
    const last = from.peek().at(-1);
    this.lastKey = '';
    if (!last || !restore(last.entry)) return;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), changeTo(now)];
  }
}

function changeTo<Entry>(entry: Entry): Change<Entry> {
  changes += 1;
  return { entry, order: changes };
}
