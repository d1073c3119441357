// A lesson's page has elements that no other page loads: their scripts are fetched when such a page is shown. Whoever looks at
// the map of the course will open one: what its figure needs is fetched there, once nothing else is to do.

import { onMounted, onUnmounted } from 'vue';

/** The panels that lessons have as figures. */
const PANELS: Readonly<Record<string, () => Promise<unknown>>> = {
  'positional-encoding': () => import('attention-playground/panels/positional-encoding'),
  'tiled-attention': () => import('attention-playground/panels/tiles'),
  'scaling-study': () => import('attention-playground/panels/scaling'),
  'head-update': () => import('attention-playground/panels/training'),
  'token-generation': () => import('attention-playground/panels/generate'),
  'training-run': () => import('attention-playground/panels/training'),
};

/** Fetches what the lesson in the page is made of; what cannot be fetched leaves it as it can be read, and the browser says why. */
function fetchShown(): void {
  if (!document.querySelector('.learn :is(attention-lesson, lesson-map)')) return;
  import('attention-playground/lessons').catch((error: unknown) => {
    document.documentElement.classList.add('plain-lessons');
    throw error;
  });
  if (document.querySelector('.learn lesson-map')) whenIdle(fetchEngine);
}

/** A panel's script comes with the first beat that shows it. */
function fetchPanels({ target }: Event): void {
  for (const [name, load] of Object.entries(PANELS))
    if ((target as Element).querySelector(`:scope > ${name}:not([hidden])`)) void load();
}

/** Safari has no idle callback. */
const whenIdle = (act: () => void): void =>
  void (globalThis.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 2000)))(act);

/** The engine of the first lesson; if it cannot be had, that lesson says so. */
function fetchEngine(): void {
  void import('attention-playground').then(({ load }) => load()).catch(() => undefined);
}

/** For the pages of the course: no other page is made to name these scripts. */
export function useLessons(): void {
  onMounted(() => {
    document.addEventListener('beat-change', fetchPanels, { capture: true });
    fetchShown();
  });
  onUnmounted(() => document.removeEventListener('beat-change', fetchPanels, { capture: true }));
}
