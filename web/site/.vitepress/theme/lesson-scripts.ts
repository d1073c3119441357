// A lesson's page has elements that no other page loads: their scripts are fetched when such a page is shown.

import { inBrowser, useRoute } from 'vitepress';
import { nextTick, onMounted, watch } from 'vue';

const SCRIPTS: Readonly<Record<string, () => Promise<unknown>>> = {
  'attention-lesson, lesson-map': () => import('attention-playground/lessons'),
  'scaling-study': () => import('attention-playground/panels/scaling'),
  'training-run': () => import('attention-playground/panels/training'),
};

/** Fetches what the lesson in the page is made of; what cannot be fetched leaves the lesson as it can be read, and the browser says why. */
function fetchShown(): void {
  for (const [selector, load] of Object.entries(SCRIPTS))
    if (document.querySelector(`.learn :is(${selector})`)) void load();
}

export function useLessons(): void {
  const route = useRoute();
  onMounted(fetchShown);
  watch(
    () => route.path,
    () => {
      if (inBrowser) void nextTick(fetchShown);
    },
  );
}
