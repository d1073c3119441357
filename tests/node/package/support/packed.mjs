// The package as others get it: packed, and unpacked into an empty project with its dependencies.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mustRun, root } from '../../../../scripts/lib/run.mjs';

/** { folder, installed, tarball }; the folder is removed when the process ends. */
export async function installPacked() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-package-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder, '--json'];
  const output = await mustRun('npm', pack, { quiet: true });
  const tarball = join(folder, output.match(/"filename": "([^"]+)"/)[1]);
  const installed = join(folder, 'node_modules/attention-playground');
  mkdirSync(installed, { recursive: true });
  await mustRun('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json')));
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link);
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  return { folder, installed, tarball };
}

/** Names by which a program imports the scripts of the package. */
export async function importedNames(installed) {
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json')));
  const { panelNames } = await import('../../../../scripts/build/entries.mjs');
  return Object.keys(exports)
    .filter((name) => !/json$|wasm/.test(name))
    .flatMap((name) =>
      name.includes('*') ? panelNames().map((panel) => name.replace('*', panel)) : [name],
    )
    .map((name) => name.replace('.', 'attention-playground'));
}
