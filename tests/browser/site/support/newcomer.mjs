// The way of someone who sees the first screen for the first time: read, predict, change the word, see the answer turn, cut the
// head out, walk to the mix, look into the workbench and come back. By mouse, by keys or by touch.

import assert from 'node:assert/strict';
import { eventually } from '../../support/hands.mjs';
import { first } from '../../support/site.mjs';

export const screens = {
  en: {
    path: first.en,
    guess: 'bread',
    meant: 'dog',
    turned: 'bread',
    right: /You saw it coming/,
    lost: /answer is lost/,
  },
  zh: {
    path: first.zh,
    guess: '奶酪',
    meant: '马',
    turned: '奶酪',
    right: /您猜对了/,
    lost: /答案没有了/,
  },
};

/** How each kind of hand presses what it finds. */
const hands = {
  mouse: (page, target) => target.click(),
  touch: (page, target) => target.tap(),
  /** Tab, back where it is above, until it has the focus: fails if the keyboard does not lead there. */
  async keys(page, target) {
    const isFocused = () => target.evaluate((element) => element.matches(':focus'));
    const isAbove = await target.evaluate((element) => {
      let own = element;
      while (own.getRootNode().host) own = own.getRootNode().host;
      const place = own.compareDocumentPosition(document.activeElement);
      return Boolean(place & Node.DOCUMENT_POSITION_FOLLOWING);
    });
    const key = isAbove ? 'Shift+Tab' : 'Tab';
    for (let i = 0; i < 60 && !(await isFocused()); i += 1) await page.keyboard.press(key);
    assert.ok(await isFocused(), `Tab does not lead to ${target}`);
    await page.keyboard.press('Enter');
  },
};

const answer = (page) => page.locator('ap-learned .answer b');

/** What the asked word looks at most, and the number beside it, as the figure shows them. */
const looks = (page) => page.locator('.head-view .side.key .token:has(small)').allInnerTexts();

export async function goNewcomersWay(page, lang, hand) {
  const { guess, meant, turned, right, lost } = screens[lang];
  const press = (target) => hands[hand](page, target);
  const choice = (name) =>
    page.locator('.first-choices').getByRole('button', { name, exact: true });
  const prompt = page.locator('.first-prompt');

  await eventually(() => answer(page).innerText(), meant);
  await press(choice(guess));
  await press(page.locator('.first-choices .strong'));
  await eventually(() => answer(page).innerText(), turned);
  await eventually(() => prompt.innerText().then((text) => right.test(text)), true, 'the verdict');
  if (hand === 'mouse') await page.mouse.move(0, 0);
  assert.match((await looks(page)).join(), new RegExp(`${turned}\\s*(0\\.9|1\\.0)`));

  await press(page.locator('ap-learned .cut'));
  await eventually(() => prompt.innerText().then((text) => lost.test(text)), true, 'what is lost');
  assert.notEqual(await answer(page).innerText(), turned);

  // With the whole head, at the stop where its weights are computed.
  await press(page.locator('.first-choices .strong'));
  await eventually(() => answer(page).innerText(), turned);
  await press(page.locator('ap-guide .next'));
  await eventually(() => shown(page), { mode: 'guided', stop: 'mix' });
  await press(page.locator('attention-playground .mode'));
  await eventually(() => shown(page), { mode: 'workbench', stop: 'mix' });
  await page.locator('attention-playground ap-ribbon').waitFor();
  await press(page.locator('attention-playground .mode'));
  await eventually(() => shown(page), { mode: 'guided', stop: 'mix' });
  await press(page.locator('.first-back button'));
  await eventually(() => shown(page).then(({ mode }) => mode), 'figure');
  await eventually(() => prompt.innerText().then((text) => right.test(text)), true, 'the verdict');
  // From the start once more: nothing was lost or left.
  await press(page.locator('.first-choices .plain'));
  await eventually(() => answer(page).innerText(), meant);
}

const shown = (page) =>
  page.evaluate(() => {
    const { mode, store } = document.querySelector('attention-playground');
    return { mode, stop: store.chapter?.name };
  });
