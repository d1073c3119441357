// A page that Vite has built for production: its bundler finds the worker by the package's literal expression.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'vite';
import { root } from '../../../scripts/lib/run.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from '../support/chromium.mjs';

const program = `
import { loadWorker } from 'attention-playground';
window.remote = loadWorker();
`;

test('a page built by Vite, without a setting, starts the worker that Vite has emitted', async (t) => {
  const app = mkdtempSync(join(tmpdir(), 'attention-vite-'));
  t.after(() => rmSync(app, { recursive: true }));
  const installed = join(app, 'node_modules/attention-playground');
  for (const folder of ['dist', 'lib'])
    cpSync(join(root, folder), join(installed, folder), { recursive: true });
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  writeFileSync(join(app, 'main.js'), program);
  const page = '<!doctype html><title>A page</title><script type="module" src="/main.js"></script>';
  writeFileSync(join(app, 'index.html'), page);
  await build({ root: app, configFile: false, logLevel: 'warn' });

  const built = await serve(join(app, 'dist'));
  const browser = await openBrowser();
  t.after(() => Promise.all([browser.close(), built.close()]));
  const tab = await browser.newPage();
  await tab.goto(built.url);
  await tab.waitForFunction(() => window.remote);
  const results = await tab.evaluate(async () => {
    const trace = await window.remote.traceAttention({ x: [[1, 2]], projections: 'none' });
    return { x: [...(await trace.tensor('x')).data], fallback: window.remote.fallback };
  });
  assert.deepEqual(results, { x: [1, 2], fallback: undefined });
  const names = readdirSync(join(app, 'dist/assets')).filter((name) => name.startsWith('worker'));
  assert.deepEqual(
    tab.workers().map((worker) => worker.url()),
    names.map((name) => `${built.url}/assets/${name}`),
  );
  assert.equal(names.length, 1);
});
