// Places in a page that people put an element in: boxes from the outside in, and what a person does to see it.

import assert from 'node:assert/strict';

/**
 * `boxes`: { tag, style, … }, other keys are properties. `show(box)` runs in the page with the outermost one; `scheme` is
 * that of the page, `system` that of the computer; `direction` is that of the whole page.
 */
export const surroundings = {
  'a flex row': { boxes: [{ style: 'display: flex' }] },
  'a flex row within another': { boxes: [{ style: 'display: flex' }, { style: 'display: flex' }] },
  'a flex column with align-items: center': {
    boxes: [{ style: 'display: flex; flex-direction: column; align-items: center' }],
  },
  'a grid with justify-items: center': {
    boxes: [{ style: 'display: grid; justify-items: center' }],
  },
  'an inline-block': { boxes: [{ style: 'display: inline-block' }] },
  'a float': { boxes: [{ style: 'float: left' }] },
  'a table cell': { boxes: ['table', 'tbody', 'tr', 'td'].map((tag) => ({ tag })) },
  'a dialog': { boxes: [{ tag: 'dialog' }], show: (dialog) => dialog.showModal() },
  'a closed <details>': {
    boxes: [{ tag: 'details' }],
    show: (details) => details.querySelector('summary').click(),
  },
  'a tab that is hidden at first': {
    boxes: [{ hidden: true }],
    show: (panel) => {
      panel.hidden = false;
    },
  },
  'a dark page': { boxes: [{}], scheme: 'dark', system: 'dark' },
  'a dark page on a light system': { boxes: [{}], scheme: 'dark', system: 'light' },
  'a light page on a dark system': { boxes: [{}], scheme: 'light', system: 'dark' },
  'a page from right to left': { boxes: [{ dir: 'rtl' }], direction: 'rtl' },
  'transform: scale(0.7)': {
    boxes: [{ style: 'transform: scale(0.7); transform-origin: 0 0; width: 900px' }],
  },
  'transform: scale(1.4)': {
    boxes: [{ style: 'transform: scale(1.4); transform-origin: 0 0; width: 480px' }],
  },
  'zoom: 0.7': { boxes: [{ style: 'zoom: 0.7' }] },
  'zoom: 1.4': { boxes: [{ style: 'zoom: 1.4; width: 480px' }] },
};

/** Of the other hosts each has every so many of them, beginning with another one. */
const TURNS = 3;

/**
 * The surroundings that are tested in a host, [[name, surroundings]]: all, or some. What a host's styles do to them they do to
 * most of a kind, and each kind is met in several hosts.
 */
export function surroundingsOf(host, all = false) {
  const turn = host.length % TURNS;
  return Object.entries(surroundings).filter((_, i) => all || i % TURNS === turn);
}

/**
 * Takes the page's first playground out and puts another with these attributes, in these surroundings, into its place;
 * resolves to its locator. What was put there before goes too.
 */
export async function surround(page, attributes, { boxes, show, scheme, system, direction }) {
  await page.emulateMedia({ colorScheme: system ?? 'light' });
  const outermost = await page.evaluateHandle(
    ({ boxes, attributes, scheme, direction }) => {
      const create = (tag, style, properties) => {
        const element = Object.assign(document.createElement(tag), properties);
        // Through the object model, which a policy without inline styles allows.
        if (style) element.style.cssText = style;
        return element;
      };
      const page = document.documentElement;
      page.style.colorScheme = scheme ?? '';
      page.dir = direction ?? '';
      const playground = create('attention-playground', '', { id: 'surrounded' });
      for (const [name, value] of Object.entries(attributes)) playground.setAttribute(name, value);
      const nested = boxes.map(({ tag = 'div', style, ...others }) => create(tag, style, others));
      nested.forEach((box, i) => {
        if (box.localName === 'details') box.append(create('summary', '', { textContent: 'Open' }));
        box.append(nested[i + 1] ?? playground);
      });
      const old = document.querySelector('#surroundings, attention-playground');
      nested[0].id = 'surroundings';
      old.replaceWith(nested[0]);
      return nested[0];
    },
    { boxes, attributes, scheme, direction },
  );
  if (show) {
    // What is hidden has its time to measure nothing.
    await page.waitForTimeout(200);
    await outermost.evaluate(show);
  }
  await outermost.evaluate((box) => box.scrollIntoView());
  return page.locator('#surrounded');
}

/** How light the text of the matrix and what is behind it are, from 0 to 1. */
const lightness = (playground) =>
  playground.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const lightnessOf = (colour) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      return alpha < 255 ? undefined : (0.21 * red + 0.72 * green + 0.07 * blue) / 255;
    };
    const stage = element.shadowRoot.querySelector('ap-stage');
    let behind;
    for (let at = stage; at && behind === undefined; at = at.parentNode ?? at.host) {
      if (at instanceof Element) behind = lightnessOf(getComputedStyle(at).backgroundColor);
    }
    return { text: lightnessOf(getComputedStyle(stage).color), behind };
  });

/** The playground is as dark as the page that it stands in. */
export async function assertScheme(playground, scheme = 'light') {
  const { text, behind = scheme === 'dark' ? 0 : 1 } = await lightness(playground);
  const found = `text ${text} on ${behind}`;
  if (scheme === 'dark') assert.ok(text > 0.6 && behind < 0.3, found);
  else assert.ok(text < 0.4 && behind > 0.7, found);
}
