import { batch, signal, type Signal } from '@preact/signals-core';

/** A plain object whose fields are signals: who reads a field is told when that field changes, and only then. */
export class SignalRecord<Fields extends object> {
  /** Reading a field of it subscribes to the field; spreading it, to all of them. */
  readonly read: Readonly<Fields>;
  private plain: Fields;
  private readonly fields = new Map<string, Signal<unknown>>();

  constructor(first: Fields) {
    this.plain = first;
    const read = {};
    for (const [key, value] of Object.entries(first)) {
      const field = signal<unknown>(value);
      this.fields.set(key, field);
      Object.defineProperty(read, key, { enumerable: true, get: () => field.value });
    }
    this.read = read as Readonly<Fields>;
  }

  /** All fields as they are, without subscribing. */
  get now(): Readonly<Fields> {
    return this.plain;
  }

  /** Replaces all fields at once; those that stay the same tell nobody. */
  set(next: Fields): void {
    this.plain = next;
    batch(() => {
      for (const [key, field] of this.fields) field.value = next[key as keyof Fields];
    });
  }
}
