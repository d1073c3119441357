import { VERSION } from './address.js';
import type { Raw } from './repair.js';
import { settings, type SettingName } from './settings/table.js';
import type { PlaygroundState } from './state.js';

/** The state as plain JSON: every setting by its name, and the version. */
export type SavedState = { version: number } & { [Name in SettingName]?: unknown };

export function saveState(state: PlaygroundState): SavedState {
  const values = settings.map(([name, { type }]) => {
    const value: unknown = state[name];
    return [name, structuredClone(type.json ? type.json(value) : value)];
  });
  return { version: VERSION, ...Object.fromEntries(values) };
}

/** The unchecked values of a saved state, as of an address; `'version'` if they are of another version. */
export function readSaved(saved: unknown): Raw | 'version' {
  if (typeof saved !== 'object' || saved === null) return 'version';
  const given = saved as SavedState;
  if (given.version !== undefined && given.version !== VERSION) return 'version';
  const raw: Raw = {};
  for (const [name] of settings) {
    if (Object.hasOwn(given, name)) raw[name] = structuredCloneOf(given[name]);
  }
  return raw;
}

/** What cannot be cloned, such as a function, is no JSON, and is dropped like any other wrong value. */
function structuredCloneOf(value: unknown): unknown {
  try {
    return structuredClone(value);
  } catch {
    return Symbol('no JSON');
  }
}
