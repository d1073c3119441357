// webpack and Rspack: no setting, no warning about the package.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { mustRun } from '../../../scripts/lib/run.mjs';
import { document, playground } from '../support/html.mjs';
import { testHost } from '../support/host.mjs';

const page = document(`<script defer src="main.js"></script>\n${playground}`);
const sizes = /in (?:⚠ )?(?:asset size limit|entrypoint size limit|webpack performance)/;

function assertSilent(output) {
  const warnings = output.match(/^(?:WARNING|ERROR) in .*/gm) ?? [];
  assert.deepEqual(
    warnings.filter((line) => !sizes.test(line)),
    [],
    output.slice(0, 3000),
  );
}

testHost('webpack', {
  id: 'webpack',
  packages: ['@rspack/core', '@rspack/cli'],
  files: () => ({ 'dist/index.html': page }),
  www: 'dist',
  also(host) {
    test('webpack warns of nothing but sizes', () => assertSilent(host.project.output));

    test('Rspack builds the same, and warns of nothing but sizes', async () => {
      const { folder } = host.project;
      const command = ['rspack', 'build', '--mode', 'production', '--output-path', 'dist/rspack'];
      const env = { NO_COLOR: '1' };
      assertSilent(await mustRun('npx', command, { cwd: folder, quiet: true, env }));
      writeFileSync(join(folder, 'dist/rspack/index.html'), page);
      await host.look(undefined, `${host.url}rspack/`);
    });
  },
});
