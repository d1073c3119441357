import type { ReactiveElement } from 'lit';

/** A task of the opening draws for about as long as this; then the page may answer. */
const TURN_MS = 12;

/** What is still to be drawn, in the order of the page. */
const waiting: (() => void)[] = [];
/** How many panels are opening. */
let openings = 0;
let pumping: Promise<void> | undefined;

/** Ends with the next task; unlike a timer's, it comes at once. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/**
 * Until what `opening` is about is drawn, the parts that ask for a turn are drawn in tasks of their own. A panel of
 * many matrices would else be one long task, in which the page answers nobody.
 */
export async function inTurns(opening: () => Promise<unknown>): Promise<void> {
  openings += 1;
  try {
    await opening();
    // A part may hold parts.
    while (waiting.length > 0 || pumping) await (pumping ?? nextTask());
  } finally {
    openings -= 1;
  }
}

/** Around an element's `scheduleUpdate`: its first update waits for its turn while something opens. */
export function inItsTurn(element: ReactiveElement, update: () => void): void | Promise<void> {
  if (openings === 0 || element.hasUpdated) return update();
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        update();
        resolve();
      } catch (error) {
        reject(error as Error);
      }
    });
    pumping ??= pump();
  });
}

async function pump(): Promise<void> {
  while (waiting.length > 0) {
    await nextTask();
    const end = performance.now() + TURN_MS;
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < end);
  }
  pumping = undefined;
}
