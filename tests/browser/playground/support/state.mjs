// A page whose state was set in many ways, and whether it works.

import assert from 'node:assert/strict';
import {
  cell,
  checkControl,
  eventually,
  field,
  fillText,
  openSettings,
  problem,
  sentenceAnswer,
  setControl,
  tensor,
  tokens,
  typeInto,
} from '../../support/hands.mjs';
import { compareNumbers, drawn, goTo } from '../../support/numbers.mjs';

/** The element, in the text of a program for the page. */
export const element = 'document.querySelector("attention-playground")';

/** What the page's state says of `name`. */
export const state = (page, name) => page.evaluate(`${element}.store.state.${name}`);

/** The page works: a step is drawn, its numbers are the engine's, and the next step can be gone to. */
export async function works(page) {
  await drawn(page);
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0, 'no number is drawn');
}

/** Sets the page up by hand in many ways. */
export async function setUp(page) {
  await typeInto(page, 'Rain & <b>#snow</b> 100% "fall"');
  await page.keyboard.press('Enter');
  await checkControl(page, 'mask-causal');
  await setControl(page, 'dModel', '8');
  await setControl(page, 'heads', '2');
  await openSettings(page);
  await setControl(page, 'seed', '77');
  await setControl(page, 'temperature', '0.5');
  await openSettings(page);
  await page.locator('ap-controls [name="bias"]').check();
  await page.keyboard.press('Escape');
  await goTo(page, 'scaled_scores');
  await cell(page, 'scaled_scores', [0, 0, 3, 2]).dblclick();
  await page.locator('ap-cell-editor input').fill('-1.5');
  await page.locator('ap-cell-editor input').press('Enter');
  await goTo(page, 'weights');
  await cell(page, 'weights', [0, 0, 4, 1]).click();
  await drawn(page);
}

export const written = (page) =>
  eventually(() => page.evaluate(() => /cell=0.0.4.1/.test(location.hash)), true);

/** Texts that no field takes, and what is said of each. */
const wrong = {
  'no text': ['', { en: /is empty/, zh: /是空的/ }],
  'only spaces': ['   \u3000 ', { en: /only spaces/, zh: /只有空格/ }],
  '10,000 characters': [
    'long words '.repeat(910).slice(0, 10000),
    { en: /10000 characters/, zh: /10000 个字符/ },
  ],
  'more than 64 tokens': ['a '.repeat(65), { en: /more than 64 tokens/, zh: /超过 64 个词元/ }],
};

/** A field takes none of these texts, says why in the page's language, and the last good state stays. */
export async function wrongTextIsRefused(page, lang) {
  const good = await tokens(page);
  const { data } = await tensor(page, 'output');
  for (const [what, [text, messages]] of Object.entries(wrong)) {
    await fillText(page, text);
    await eventually(async () => messages[lang].test(await sentenceAnswer(page)), true, what);
    assert.equal(await field(page).getAttribute('aria-invalid'), 'true', what);
    assert.deepEqual(await tokens(page), good, what);
    assert.deepEqual((await tensor(page, 'output')).data, data, what);
    await works(page);
  }
  await fillText(page, 'Good again');
  await eventually(() => tokens(page), ['Good', 'again']);
  assert.equal(await page.locator('ap-word-menu').count(), 0);
  assert.equal(await problem(page), '');
  await works(page);
}
