// What a person's browser remembers of them for a page of the project's site; forbidden storage keeps nothing.

import { SETTINGS } from './settings/table.js';
import type { PlaygroundState } from './state.js';

const MODE = 'attention-playground-mode';
const GREETED = 'attention-playground-greeted';

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The next visit is as the first one.
  }
}

/** The mode that was chosen last. */
export function keptMode(): PlaygroundState['mode'] | undefined {
  const kept = read(MODE);
  return SETTINGS.mode.type.words.find((one) => one === kept);
}

export const keepMode = (mode: PlaygroundState['mode']): void => keep(MODE, mode);

/** Whether the greeting was closed, or left behind. */
export const wasGreeted = (): boolean => read(GREETED) !== null;

export const keepGreeted = (): void => keep(GREETED, '1');
