import { readHashEntries, writeHashEntries } from '../kit/input/hash.js';

/** Later entries take the place of earlier ones of the same name; an empty one puts back what the figure has by itself. */
export function mergedStates(states: readonly string[]): string {
  const merged = new URLSearchParams();
  for (const state of states) {
    const entries = readHashEntries(state);
    for (const name of new Set(entries.keys())) merged.delete(name);
    for (const [name, value] of entries) if (value !== '') merged.append(name, value);
  }
  return writeHashEntries(merged);
}
