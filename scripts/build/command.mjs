// dist/command.js: the command line of the package, for Node. Whole but for its wasm and its models, which lie beside it;
// readable, as nobody loads it over a network.

import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

export const commandFile = 'dist/command.js';

export async function bundleCommand(runEsbuild) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  await runEsbuild({
    entryPoints: { command: join(root, 'web/command/index.ts') },
    outdir: join(root, 'dist'),
    chunkNames: 'command-[name]-[hash]',
    absWorkingDir: root,
    platform: 'node',
    target: 'node20.19',
    splitting: true,
    minify: true,
    define: { PACKAGE_VERSION: JSON.stringify(version) },
    external: ['@resvg/resvg-js'],
    // commander is CommonJS, and asks for Node's modules by `require`.
    banner: {
      js: [
        '#!/usr/bin/env node',
        "import { createRequire as commandRequire } from 'node:module';",
        'const require = commandRequire(import.meta.url);',
      ].join('\n'),
    },
    inject: [join(root, 'scripts/build/without-dom.js')],
    legalComments: 'linked',
  });
  chmodSync(join(root, commandFile), 0o755);
}
