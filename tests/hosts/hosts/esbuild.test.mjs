// esbuild and Rollup: a bundle in a folder of its own, and the wasm file beside it.

import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun } from '../../../scripts/lib/run.mjs';
import { document, playground } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

const page = document(`<script type="module" src="main.js"></script>\n${playground}`);

testHost('esbuild', {
  id: 'esbuild',
  packages: ['rollup', '@rollup/plugin-node-resolve'],
  files: () => ({ 'www/index.html': page }),
  www: 'www',
  also(host) {
    test('Rollup builds the same, without a warning', async () => {
      const { folder } = host.project;
      const out = ['--format', 'es', '--dir', 'www/rollup', '--failAfterWarnings'];
      const command = ['rollup', 'main.js', '--plugin', '@rollup/plugin-node-resolve', ...out];
      const output = await mustRun('npx', command, { cwd: folder, quiet: true });
      assert.doesNotMatch(output, /\(!\)/);
      for (const name of ['wasm', 'fonts']) {
        cpSync(join(folder, 'www', name), join(folder, 'www/rollup', name), { recursive: true });
      }
      writeFileSync(join(folder, 'www/rollup/index.html'), page);
      await host.look(undefined, `${host.url}rollup/`);
    });
  },
});
