import { SETTINGS } from './settings/table.js';
import type { PlaygroundState } from './state.js';

const KEY = 'attention-playground-mode';

/** The mode that a person chose last in this browser, for a page of the project's site; forbidden storage keeps nothing. */
export function keptMode(): PlaygroundState['mode'] | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return SETTINGS.mode.type.words.find((one) => one === kept);
  } catch {
    return undefined;
  }
}

export function keepMode(mode: PlaygroundState['mode']): void {
  try {
    localStorage.setItem(KEY, mode);
  } catch {
    // It is the page's own mode at the next visit.
  }
}
