// dist/command.js: the command line of the package, for Node. It is whole but for its wasm and its models, which lie beside
// it, and for a package that some may install.

import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

export const commandFile = 'dist/command.js';
const licencesFile = 'dist/command.LICENCES.txt';

export async function bundleCommand(runEsbuild) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metafile } = await runEsbuild({
    entryPoints: { command: join(root, 'web/command/index.ts') },
    outdir: join(root, 'dist'),
    chunkNames: 'command-[name]-[hash]',
    absWorkingDir: root,
    platform: 'node',
    target: 'node20.19',
    splitting: true,
    minify: true,
    metafile: true,
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
    legalComments: 'none',
  });
  chmodSync(join(root, commandFile), 0o755);
  writeFileSync(join(root, licencesFile), licencesOf(Object.keys(metafile.inputs)));
}

/** The licences of the packages in it, which ask to be with them. */
function licencesOf(inputs) {
  const packages = inputs.map(
    (path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return [...new Set(packages.filter(Boolean))]
    .sort()
    .map((name) => {
      const folder = join(root, 'node_modules', name);
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (!file) throw new Error(`${name} has no licence`);
      return `${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    })
    .join('\n\n');
}
