// Adding a setting touches the table of settings and its two texts, and nothing else: this follows docs/how-to in a copy
// of the tree, builds it, and looks for the setting everywhere: control, address, attribute, saved state, undo, repair, trace.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openSettings } from '../support/hands.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { TreeCopy } from '../../node/support/tree-copy.mjs';
import { drawn } from '../support/numbers.mjs';
import { openSite } from '../support/site.mjs';

const names = { en: 'Longest sentence', zh: '最大长度' };
const table = 'web/playground/settings/table.ts';

let copy;
let site;
before(async () => {
  copy = new TreeCopy('new-setting');
  copy.follow('14-setting');
  for (const folder of [
    'web/engine/generated',
    'web/figures/generated',
    'web/kit/formulas/generated',
    'web/learned/generated',
  ]) {
    mkdirSync(copy.path(folder), { recursive: true });
    cpSync(join(root, folder), copy.path(folder), { recursive: true });
  }
  const build = `import('./scripts/build/bundle.mjs').then(({ bundle }) => bundle());`;
  execFileSync(process.execPath, ['-e', build], { cwd: copy.folder, stdio: 'inherit' });
  for (const lang of Object.keys(names)) {
    const attributes = `lang="${lang}" model="decoder-only" positions="learned" longest="1000" sync-url`;
    writeFileSync(
      copy.path(`${lang}.html`),
      `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>A setting more</title>
      <link rel="icon" href="data:,"><script type="module" src="/dist/element.js"></script>
      <attention-playground ${attributes}></attention-playground></html>`,
    );
  }
  site = await openSite({ folder: copy.folder });
});
after(async () => {
  await site?.close();
  copy?.remove();
});

test('a setting took the table and two files of texts', () => {
  assert.deepEqual(copy.edits, [table, 'web/i18n/en/settings.ts', 'web/i18n/zh/settings.ts']);
});

describe('a setting added in one place', () => {
  for (const lang of Object.keys(names)) {
    test(`has a control, an attribute, an address, a saved state, undo and its effect (${lang})`, async () => {
      const page = await site.open(`/${lang}.html`);
      const read = (expression) =>
        page.evaluate(`(({ state, trace }) => ${expression})(
          document.querySelector('attention-playground'))`);
      const rows = () => read(`trace.steps.find(({ kind }) => kind === 'position_table').shape[0]`);
      // An attribute cut to its range, which is said under its name.
      assert.deepEqual([await read('state.maxLength'), await rows()], [512, 512]);
      const notice = await page.locator('ap-problem .notice').innerText();
      assert.ok(notice.toLowerCase().includes(names[lang].toLowerCase()), notice);
      await openSettings(page);
      const field = page.locator('ap-controls input[name=maxLength]');
      await field.fill('32');
      await field.press('Enter');
      await drawn(page);
      assert.equal(await rows(), 32);
      await page.waitForFunction(() => location.hash.includes('longest=32'));
      await page.evaluate(() => document.querySelector('attention-playground').store.undo());
      await page.waitForFunction(() => location.hash.includes('longest=512'));
      await field.fill('3');
      await field.press('Enter');
      const alert = await page.locator('ap-problem [role=alert]').innerText();
      assert.ok(alert.toLowerCase().includes(names[lang].toLowerCase()), alert);
      assert.match(alert, /8 – 512/);
      await page.evaluate(() => {
        document.querySelector('attention-playground').maxLength = 32;
      });
      await drawn(page);
      assert.equal(await read('state.maxLength'), 32);
      // An example brings it back to what it was first.
      await page.evaluate(() => {
        document.querySelector('attention-playground').state = { model: 'decoder-only' };
      });
      assert.equal(await read('state.maxLength'), 64);
      assert.deepEqual(page.problems, []);
    });
  }
});
