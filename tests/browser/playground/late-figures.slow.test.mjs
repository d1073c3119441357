// What a view of lines does without is fetched when it is shown; what cannot be had is said in its place, and asked for again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { whenReady } from '../support/site.mjs';

const { site, write } = await openAnyPage('late-figures-page');

const lines =
  '<attention-playground parameters="referent-emergent" mode="guided"></attention-playground>';
const scores =
  '<attention-playground parameters="random" mode="guided" step="scores"></attention-playground>';
const figure =
  '<attention-playground parameters="referent-emergent" mode="figure" show="input" hide="proof"></attention-playground>';
const late =
  /\/(figures|proof|sheet|guide|ribbon|workbench-bar|formulas|ap-math|map|weights)\b[-.]/;

/** Opens a page, and notes which of the late files it asks for. */
async function opened(markup, { without } = {}) {
  const page = await site.newPage();
  page.asked = new Set();
  page.on('request', (request) => {
    const [, name] = late.exec(new URL(request.url()).pathname) ?? [];
    if (name) page.asked.add(name);
  });
  if (without) await page.route(without, (route) => route.abort('connectionrefused'));
  await page.goto(site.url + write(markup));
  await whenReady(page);
  return page;
}

const asked = (page) => [...page.asked].sort();

test('lines are fetched alone; Next fetches a figure, the sheet the proof, the workbench what it shows', async () => {
  const page = await opened(lines);
  const led = ['guide', 'sheet', 'weights'];
  assert.deepEqual(asked(page), led);
  await page.locator('ap-guide .next').hover();
  await eventually(() => asked(page), ['ap-math', 'figures', 'formulas', ...led].sort());
  await page.locator('ap-guide .next').click();
  await page.locator('ap-figure canvas').waitFor();
  assert.ok(!page.asked.has('proof'));
  await page.locator('.sheet-toggle').click();
  await page.locator('ap-proof [role=tabpanel]').waitFor();
  assert.ok(!page.asked.has('ribbon'));
  await page.locator('button.mode').click();
  await page.locator('ap-ribbon nav').waitFor();
  await page.locator('ap-map .scroll').waitFor();
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

test('a figure with its claim is fetched alone; who edits its sentence gets the tools, its mode button the guide', async () => {
  const page = await opened(figure);
  assert.deepEqual(asked(page), ['weights']);
  await page.locator('ap-input .edit').click();
  await page.locator('ap-input [name=example]').waitFor();
  assert.deepEqual(asked(page), ['weights', 'workbench-bar']);
  await page.keyboard.press('Escape');
  await page.locator('button.mode').hover();
  await eventually(() => asked(page), ['guide', 'weights', 'workbench-bar']);
  assert.deepEqual(page.problems, []);
  await page.context().close();
});

for (const [name, part, open] of [
  ['figures', 'ap-figure canvas', undefined],
  ['proof', 'ap-proof [role=tabpanel]', '.sheet-toggle'],
  ['sheet', '.sheet-toggle', undefined],
  ['guide', 'ap-guide .next', undefined],
  ['ribbon', 'ap-ribbon nav', 'button.mode'],
  ['workbench-bar', 'ap-controls .fold', 'button.mode'],
]) {
  test(`without their script, the place of the ${name} says so, and it can be fetched again`, async () => {
    const page = await opened(scores, { without: new RegExp(`/${name}-\\w+\\.js`) });
    if (open) await page.locator(open).click();
    const said = page.locator('attention-playground .failure');
    await said.waitFor();
    assert.match(await said.locator('p').innerText(), /could not be loaded: http:\S+\.js$/);
    await page.unrouteAll();
    await said.locator('button').click();
    await page.locator(part).first().waitFor();
    assert.equal(await said.count(), 0);
    await page.context().close();
  });
}

test('without its pieces a formula is TeX; the next drawing asks for them again', async () => {
  const page = await opened(scores, { without: /\/formulas-\w+\.js/ });
  await page.locator('ap-figure code.tex').first().waitFor();
  await page.unrouteAll();
  await page.locator('ap-guide .back').click();
  await page.locator('ap-figure math').first().waitFor();
  assert.equal(await page.locator('code.tex').count(), 0);
  await page.context().close();
});
