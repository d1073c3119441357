import type { ReactiveElement } from 'lit';

/** A task draws for about as long as this; then the page may answer. */
const TURN_MS = 12;

/** What is still to be drawn, in the order of the page. */
const waiting: (() => void)[] = [];
/** How many panels draw what is new to them, and how many draw everything anew. */
const drawing = { new: 0, all: 0 };
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
 * Until what `draw` is about is drawn, parts that ask for a turn are drawn in tasks of their own: those that were not
 * drawn before, or all. A panel of many matrices would else be one long task, in which the page answers nobody.
 */
export async function inTurns(
  draw: () => Promise<unknown>,
  which: keyof typeof drawing = 'new',
): Promise<void> {
  drawing[which] += 1;
  try {
    await draw();
    await turnsTaken();
  } finally {
    drawing[which] -= 1;
  }
}

/** Around an element's `scheduleUpdate`: waits for its turn where updates are drawn in turns. */
export function inItsTurn(element: ReactiveElement, update: () => void): void | Promise<void> {
  if (drawing.all === 0 && (drawing.new === 0 || element.hasUpdated)) return update();
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

/** Kept when nothing waits for its turn. */
export async function turnsTaken(): Promise<void> {
  while (pumping) await pumping;
}

async function pump(): Promise<void> {
  await nextTask();
  while (waiting.length > 0) {
    const end = performance.now() + TURN_MS;
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < end);
    // A part may hold parts, which ask before the next task.
    await nextTask();
  }
  pumping = undefined;
}
