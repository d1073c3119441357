// lib/command: the command line of the package, for Node. It is whole but for the files of `dist` that pages load, too (wasm,
// models, the script of one file), and for a package that some may install.

import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from '../lib/run.mjs';
import { runEsbuild } from './bundle.mjs';
import { outside } from './modules.mjs';

const folder = 'lib/command';
export const commandFile = `${folder}/index.js`;

const filesOutside = {
  name: 'files-outside',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
      const source = relative(root, join(resolveDir, path)).replace(/\.js$/, '.ts');
      const file = outside[source.split(sep).join('/')];
      return file && { path: `../../dist/${file}`, external: true };
    });
  },
};

export async function bundleCommand() {
  // Chunks carry a hash in their names.
  rmSync(join(root, folder), { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { metafile } = await runEsbuild({
    entryPoints: [join(root, 'web/command/index.ts')],
    outdir: join(root, folder),
    chunkNames: '[name]-[hash]',
    absWorkingDir: root,
    plugins: [filesOutside],
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
  writeFileSync(join(root, folder, 'LICENCES.txt'), licencesOf(Object.keys(metafile.inputs)));
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
