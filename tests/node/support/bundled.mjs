// TypeScript of web/ bundled on the fly, so that tests import what is there now.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runEsbuild } from '../../../scripts/build/bundle.mjs';
import { root } from '../../../scripts/lib/run.mjs';

const folders = [];
process.on('exit', () =>
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })),
);

/**
 * Everything that a few modules of web/ export, as one module, with `effect` of the signals that they are read through;
 * modules that they share are there once.
 */
export async function importWeb(...files) {
  const folder = mkdtempSync(join(tmpdir(), 'attention-web-'));
  folders.push(folder);
  const texts = `export { dictionaryOf, loadDictionary } from ${JSON.stringify(join(root, 'web/i18n/index.ts'))};`;
  const signals = `export { effect } from '@preact/signals-core';`;
  const lines = files.map((file) => `export * from ${JSON.stringify(join(root, 'web', file))};`);
  const outfile = join(folder, 'bundle.mjs');
  await runEsbuild({
    stdin: { contents: [texts, signals, ...lines].join('\n'), resolveDir: root, loader: 'ts' },
    outfile,
    platform: 'node',
    target: 'node20',
    plugins: [ownAddresses],
  });
  const module = await import(pathToFileURL(outfile));
  for (const language of ['en', 'zh']) await module.loadDictionary(language);
  return module;
}

/** The site's build loads the engine beside its modules, as VitePress bundles it: the address of a module stays its own. */
const ownAddresses = {
  name: 'own-addresses',
  setup: ({ onLoad }) =>
    onLoad({ filter: /(\.vitepress[/\\].*|[/\\]assets)\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    })),
};
