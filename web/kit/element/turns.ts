import type { ReactiveElement } from 'lit';
import type { StoreElement } from './store-element.js';

/** The approximate duration of a drawing task in milliseconds; then the page can respond. */
const TURN_MS = 12;

/** Updates still to be drawn, in the order of the page. */
const waiting: (() => void)[] = [];
/** How many panels are drawing new parts only, and how many are redrawing everything. */
const drawing = { new: 0, all: 0 };
let pumping: Promise<void> | undefined;

/** Resolves in the next task, without a timer's delay. */
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
 * Until `draw` and its updates are done, and `drawn`, parts that wait for a turn are drawn in separate tasks: only those not drawn
 * before, or all. Otherwise a panel of many matrices would be one long task that blocks the page.
 */
export async function inTurns(
  draw: () => Promise<unknown>,
  which: keyof typeof drawing = 'new',
  drawn: () => Promise<unknown> = turnsTaken,
): Promise<void> {
  drawing[which] += 1;
  try {
    await draw();
    await drawn();
  } finally {
    drawing[which] -= 1;
  }
}

/** What an element's `scheduleUpdate` does. */
type Update = () => void | Promise<unknown>;

/** Wraps an element's `scheduleUpdate`: waits for a turn while updates are drawn in turns. */
export function inItsTurn(element: ReactiveElement, update: Update): ReturnType<Update> {
  if (drawing.all === 0 && (drawing.new === 0 || element.hasUpdated)) return update();
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        resolve(update());
      } catch (error) {
        reject(error as Error);
      }
    });
    pumping ??= pump();
  });
}

/** The step that each element was last drawn with. */
const steps = new WeakMap<StoreElement, string>();

/** Wraps an element's `scheduleUpdate`: what stands beside a figure follows it to another step in a frame of its own. */
export function afterFigures(element: StoreElement, update: Update): ReturnType<Update> {
  const step = element.store?.state.step ?? '';
  const isSame = steps.get(element) === step;
  steps.set(element, step);
  if (isSame || !element.hasUpdated || document.hidden) return inItsTurn(element, update);
  return new Promise(requestAnimationFrame).then(nextTask).then(update);
}

/** Resolves when no part is waiting for a turn. */
export async function turnsTaken(): Promise<void> {
  while (pumping) await pumping;
}

async function pump(): Promise<void> {
  await nextTask();
  while (waiting.length > 0) {
    const end = performance.now() + TURN_MS;
    do waiting.shift()?.();
    while (waiting.length > 0 && performance.now() < end);
    // A part may contain parts, which queue before the next task.
    await nextTask();
  }
  pumping = undefined;
}
