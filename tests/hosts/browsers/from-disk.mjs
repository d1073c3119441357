// The page in one file, opened from the disk: it has its numbers, its trained model, and its changes in its address.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { importWeb } from '../../node/support/bundled.mjs';
import { singleFile } from '../../../scripts/build/single.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { fileOf } from '../../../scripts/train/tasks.mjs';

const { standaloneHtml } = await importWeb('playground/take/standalone.ts');

const element = `const playground = document.querySelector('attention-playground');
  await playground.ready;
  await playground.updateComplete;`;

/** Opens the page, and again at the address of a change; `folder` is where its file may be. */
export async function openFromDisk(browser, folder) {
  const witness = readFileSync(join(root, 'tests/hosts/browsers/witness.js'), 'utf8');
  const html = standaloneHtml({
    script: readFileSync(join(root, singleFile), 'utf8'),
    state: { version: 1, mode: 'workbench', parameters: 'sort', decimals: 3 },
    models: [{ name: 'sort', file: readFileSync(fileOf('sort')) }],
    title: 'Sort',
    noScript: '',
    lang: 'zh',
  });
  const file = join(folder, 'from disk.html');
  writeFileSync(
    file,
    html.replace('<head>', () => `<head><script>${witness}</script>`),
  );
  const address = pathToFileURL(file).href;
  await browser.open(address);
  const hash = await browser.evaluate(`${element}
    const { state, store } = playground;
    if (state.parameters !== 'sort' || state.decimals !== 3) throw new Error(JSON.stringify(state));
    store.goTo(store.steps.at(-1).path);
    await new Promise((later) => setTimeout(later, 600));
    return location.hash;`);
  assert.match(hash, /step=/);
  await browser.open('about:blank');
  await browser.open(address + hash);
  const found = await browser.evaluate(`${element}
    const last = playground.store.steps.at(-1);
    return {
      isThere: playground.step === last.path && playground.state.parameters === 'sort',
      data: [...playground.trace.tensor(last.path).data],
      problems: problemsSoFar(),
    };`);
  assert.ok(found.isThere);
  assert.ok(found.data.length > 1 && found.data.every(Number.isFinite));
  assert.deepEqual(found.problems, []);
}
