// Texts of a playground of which a reader sees only a part.

import { drawn } from '../../support/numbers.mjs';

/** Keeps the last cell of the current step, whose label and number are other ones than the first cell's, with its proof. */
export async function keepLast(page) {
  await page.evaluate(() => {
    const { store, renderRoot, step } = document.querySelector('attention-playground');
    renderRoot.querySelector('ap-proof-sheet').open = true;
    store.keep({ path: step, index: store.step(step).shape.map((size) => size - 1) });
  });
  await drawn(page);
}

/**
 * What of the current step is cut: titles that leave their place in the figure, cells of the proof that leave it, and
 * texts that end in an ellipsis. What scrolls on purpose (the strip of steps, the words of a sentence) is left out, and
 * so is a claim of which the settings have all.
 */
export function cutTexts(page) {
  return page.evaluate(() => {
    const found = [];
    const all = (root, list = []) => {
      for (const one of root.querySelectorAll('*')) {
        list.push(one);
        if (one.shadowRoot) all(one.shadowRoot, list);
      }
      return list;
    };
    const name = (one) => `${one.className}: ${one.textContent.trim().replace(/\s+/g, ' ')}`;
    const shown = all(document.querySelector('attention-playground').renderRoot).filter(
      (one) => one instanceof HTMLElement && one.checkVisibility(),
    );
    const proof = shown.find(({ localName }) => localName === 'ap-proof');
    const edge = proof?.getBoundingClientRect().right ?? Infinity;
    for (const one of shown) {
      const box = one.getBoundingClientRect();
      if (one.matches('.title-of')) {
        const title = one.querySelector('.title').getBoundingClientRect();
        // Scripts of symbols may reach below their line.
        const isIn = title.right <= box.right + 1 && title.bottom <= box.bottom + 5;
        if (!isIn) found.push(name(one));
      }
      if (one.matches('td, th, dd') && one.getRootNode().host === proof && box.right > edge + 1)
        found.push(name(one));
      const { textOverflow } = getComputedStyle(one);
      const isCut = textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1;
      if (isCut && !one.matches('.claim')) found.push(name(one));
    }
    return found;
  });
}
