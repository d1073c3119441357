// The parts that show steps with a store that is not the playground's: two panels on a page, a trace each.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { mathFontFolder, runEsbuild } from '../../../scripts/build/bundle.mjs';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';

const folder = join(root, 'build/panel-page');
const web = (file) => JSON.stringify(join(root, 'web', file));

const entry = `
  import { load } from ${web('engine/index.ts')};
  import { PanelStore } from ${web('panels/panel-store.ts')};
  import { loadDictionary } from ${web('i18n/index.ts')};
  ${['ribbon/ribbon', 'stage/stage', 'proof/proof', 'walk/walk', 'problem'].map((part) => `import ${web(`parts/${part}.ts`)};`).join('\n')}
  const panel = {
    make: (engine, options) => engine.traceAttention(options),
    tokens: ({ tokens, memoryTokens = [] }) => ({ sentences: tokens, memory: memoryTokens }),
    first: { step: 'weights', cell: [0, 1, 2, 0] },
  };
  const engine = await load({ wasmUrl: '/engine.wasm' });
  await Promise.all(['en', 'zh'].map(loadDictionary));
  window.stores = [1, 2].map((seed) => {
    const options = { tokens: [['I', 'am', 'good']], dModel: 8, numHeads: 2, seed };
    const store = new PanelStore(panel, options, seed === 2 ? 'zh' : 'en');
    const section = document.createElement('main');
    section.id = 'panel-' + seed;
    for (const part of ['ribbon', 'problem', 'stage', 'proof', 'walk']) {
      section.append(Object.assign(document.createElement('ap-' + part), { store }));
    }
    document.body.append(section);
    store.start(engine);
    return store;
  });
`;

let site;
before(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await runEsbuild({
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    outfile: join(folder, 'panel.js'),
    target: 'es2022',
    external: ['node:*'],
  });
  cpSync(join(root, wasmFile), join(folder, 'engine.wasm'));
  cpSync(join(root, mathFontFolder), join(folder, 'fonts'), { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Panels</title>
    <link rel="icon" href="data:,"><script type="module" src="/panel.js"></script></head><body></body></html>`,
  );
  site = await openSite({ folder });
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

const first = (page, inside) => page.locator(`#panel-1 ${inside}`);
const second = (page, inside) => page.locator(`#panel-2 ${inside}`);
const cell = (where, path, index) =>
  where
    .locator(`ap-stage .port[data-step="${path}"] [role="gridcell"][data-index="${index}"]`)
    .last();

test('each panel shows its own numbers, in its own language', async () => {
  await site.withPage('/', async (page) => {
    await first(page, 'ap-stage section').waitFor();
    const values = await Promise.all(
      ['#panel-1', '#panel-2'].map((id) =>
        cell(page.locator(id), 'weights', '0,1,2,0').getAttribute('data-value'),
      ),
    );
    assert.notEqual(values[0], values[1]);
    assert.match(await first(page, 'ap-stage h2').innerText(), /weights/i);
    assert.match(await second(page, 'ap-stage h2').innerText(), /[\u4e00-\u9fff]/u);
    const stored = await first(page, 'ap-proof .stored').innerText();
    assert.ok(Math.abs(Number(stored) - Number(values[0])) < 1e-6, `${stored} ≠ ${values[0]}`);
  });
});

test('a cell chosen in one is proved there, and the other stays as it is', async () => {
  await site.withPage('/', async (page) => {
    await first(page, 'ap-walk [data-step="scores"]').click();
    await cell(page.locator('#panel-1'), 'scores', '0,1,0,2').click();
    const kept = () => page.evaluate(() => window.stores.map(({ kept }) => kept));
    await eventually(kept, [
      { path: 'scores', index: [0, 1, 0, 2] },
      { path: 'weights', index: [0, 1, 2, 0] },
    ]);
    await eventually(
      async () => /good/.test(await first(page, 'ap-proof section').innerText()),
      true,
      'the proof names the key',
    );
    await first(page, 'ap-ribbon .go button >> nth=2').click();
    const shown = () => first(page, 'ap-stage section').getAttribute('data-step');
    await eventually(shown, 'scaled_scores');
  });
});

test('heads, weights as lines, an edit and a refusal work in a panel too', async () => {
  await site.withPage('/', async (page) => {
    await first(page, 'ap-stage .picker button >> nth=0').click();
    await eventually(() => page.evaluate(() => window.stores[0].state.head), 0);
    await first(page, 'ap-stage [role="tab"] >> nth=1').click();
    await eventually(() => first(page, 'ap-weights .heads button').count(), 2);
    const output = () => page.evaluate(() => window.stores[0].tensor('output').data[0]);
    const before = await output();
    await page.evaluate(() => window.stores[0].edit('q', [0, 0, 0], 9));
    assert.notEqual(await output(), before);
    await page.evaluate(() => window.stores[0].set({ numHeads: 3 }));
    await first(page, 'ap-problem [role="alert"] .message').waitFor();
    await first(page, 'ap-problem button').click();
    await eventually(() => first(page, 'ap-problem .message').count(), 0);
    await page.evaluate(() => window.stores[0].goTo('concat'));
    await first(page, 'ap-stage section[data-step="concat"]').waitFor();
    assert.equal(await first(page, 'ap-equality').count(), 0);
  });
});
