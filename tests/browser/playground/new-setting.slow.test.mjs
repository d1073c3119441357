// Adding a setting touches the table of settings and its two texts, and nothing else: this adds two to a copy of the
// tree, builds it, and looks for them everywhere: control, address, attribute, saved state, undo, repair, trace.

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

const names = {
  en: { scaleEmbedding: 'Embeddings times √D', maxLength: 'Longest sentence' },
  zh: { scaleEmbedding: '嵌入乘以 √D', maxLength: '最大长度' },
};
const table = 'web/playground/settings/table.ts';

const entries = `  scaleEmbedding: setting({
    type: type.flag(),
    first: false,
    address: 'scaled-embedding',
    trace: true,
    control: 'more',
    models: TRANSFORMERS,
    transformer: 'scaleEmbedding',
  }),
  maxLength: setting({
    type: type.whole(8, 512),
    first: 64,
    address: 'longest',
    trace: true,
    control: 'more',
    models: TRANSFORMERS,
    transformer: 'maxLength',
  }),
`;

let copy;
let site;
before(async () => {
  copy = new TreeCopy('new-setting');
  copy.insert(table, '  /** Given word vectors, one row per token', entries);
  for (const [lang, texts] of Object.entries(names)) {
    const lines = Object.entries(texts).map(([name, text]) => `  ${name}: { name: '${text}' },\n`);
    copy.insert(`web/i18n/${lang}/settings.ts`, '  seed: {', lines.join(''));
  }
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
    const attributes = `lang="${lang}" model="decoder-only" scaled-embedding longest="1000" sync-url`;
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

test('two settings took the table and two files of texts', () => {
  assert.deepEqual(copy.edits, [table, 'web/i18n/en/settings.ts', 'web/i18n/zh/settings.ts']);
});

describe('a setting added in one place', () => {
  for (const lang of Object.keys(names)) {
    test(`has a control, an attribute, an address, a saved state, undo and its effect (${lang})`, async () => {
      const page = await site.open(`/${lang}.html`);
      const read = (expression) =>
        page.evaluate(`(({ store, state, trace, ...element }) => ${expression})(
          (() => { const e = document.querySelector('attention-playground');
            return { store: e.store, state: e.state, trace: e.trace, flag: e.scaleEmbedding }; })())`);
      // Attributes: one taken, one cut to its range, which is said under its name.
      assert.deepEqual(await read('[state.scaleEmbedding, state.maxLength]'), [true, 512]);
      const notice = await page.locator('ap-problem .notice').innerText();
      assert.ok(notice.toLowerCase().includes(names[lang].maxLength.toLowerCase()), notice);
      const controls = page.locator('ap-controls');
      await openSettings(page);
      const box = controls.locator('label', { hasText: names[lang].scaleEmbedding });
      assert.equal(await box.locator('input').isChecked(), true);
      const scaled = await read(
        `[...trace.tensor(trace.steps.find(({ op }) => op === 'add').path).data]`,
      );
      await box.locator('input').click();
      await drawn(page);
      assert.notDeepEqual(
        await read(`[...trace.tensor(trace.steps.find(({ op }) => op === 'add').path).data]`),
        scaled,
      );
      await page.waitForFunction(() => location.hash.includes('longest=512'));
      assert.doesNotMatch(new URL(page.url()).hash, /scaled-embedding/);
      await page.evaluate(() => document.querySelector('attention-playground').store.undo());
      await page.waitForFunction(() => location.hash.includes('scaled-embedding=true'));
      const field = controls.locator('input[name=maxLength]');
      await field.fill('3');
      await field.press('Enter');
      const alert = await page.locator('ap-problem [role=alert]').innerText();
      assert.ok(alert.toLowerCase().includes(names[lang].maxLength.toLowerCase()), alert);
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
      assert.deepEqual(await read('[state.scaleEmbedding, state.maxLength]'), [false, 64]);
      assert.deepEqual(page.problems, []);
    });
  }
});
