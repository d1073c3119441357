// What stands before the first word of the figure, on the first screen and where a person is led: how far down it is, how many
// controls and words come before it, and how many presses of Next lead from the words to softmax.

import { first, home, whenReady } from './site.mjs';

/** In px for a window of 1280×800 and of 360×740; then numbers. */
export const limits = { wide: 200, phone: 260, controls: 12, words: 40, next: 5 };

const windows = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

const pages = ['en', 'zh'].flatMap((lang) => [
  { name: `first screen, ${lang}`, path: first[lang] },
  {
    name: `guided, ${lang}`,
    path: `${home[lang]}#v=1&mode=guided&model=encoder-only&parameters=referent-emergent`,
  },
]);

/** The window of each page, so that each language and each of the two kinds has both. */
const turns = [0, 1, 1, 0];

function measure() {
  const shadows = (root) =>
    [...root.querySelectorAll('*')].flatMap((node) =>
      node.shadowRoot ? [node, ...shadows(node.shadowRoot)] : [node],
    );
  const all = shadows(document);
  const y = all.find((node) => node.matches('.head-view .token')).getBoundingClientRect().top;
  const isBefore = ({ width, height, top, bottom }) =>
    width > 1 && height > 1 && top >= 0 && bottom <= y + 1;
  const unseen = '.visually-hidden, .only-read-aloud, .skip';
  const isSeen = (node) =>
    !node.closest(unseen) &&
    node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const controls = all.filter(
    (node) =>
      node.matches('a[href], button, select, input, [role=tab]') &&
      isSeen(node) &&
      isBefore(node.getBoundingClientRect()),
  );
  const range = document.createRange();
  const texts = [document, ...all.map(({ shadowRoot }) => shadowRoot).filter(Boolean)]
    .flatMap((root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const nodes = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      return nodes;
    })
    .filter((node) => {
      const parent = node.parentElement;
      if (!node.data.trim() || !parent || parent.closest('style, script') || !isSeen(parent))
        return false;
      range.selectNodeContents(node);
      return isBefore(range.getBoundingClientRect());
    })
    .map(({ data }) => data);
  const words = new Intl.Segmenter(document.documentElement.lang, { granularity: 'word' });
  const count = [...words.segment(texts.join(' '))].filter(({ isWordLike }) => isWordLike).length;
  const { store } = document.querySelector('attention-playground');
  store.update({ mode: 'guided' });
  store.startWalk();
  let next = 0;
  for (; store.chapter?.name !== 'weights' && next < 20; next += 1) store.next();
  return { y: Math.round(y), controls: controls.length, words: count, next };
}

/** [{ name, y, controls, words, next }], of each page in each window; if `byTurns`, in one of them. */
export async function firstScreens(site, { byTurns = false } = {}) {
  const found = [];
  for (const [turn, { width, height }] of windows.entries()) {
    for (const { name, path } of pages.filter((_, i) => !byTurns || turns[i] === turn)) {
      const page = await site.newPage({ width, height });
      await page.goto(site.url + path);
      await whenReady(page);
      found.push({ name: `${name}, ${width}×${height}`, ...(await page.evaluate(measure)) });
      await page.context().close();
    }
  }
  return found;
}
