// What the Python package (python/) has of the build: the scripts of its pages, trained models, and the names of the
// playground's settings. Part of the step that makes dist/.

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as esbuild from 'esbuild';
import { root } from '../lib/run.mjs';
import { fileOf, shipped } from '../train/tasks.mjs';
import { singleFile, widgetFile } from './single.mjs';

export const pythonStatic = 'python/attention_playground/static';

/** Attributes that the element has besides those of its settings. */
const others = ['step', 'hide', 'show', 'site-url'];

async function attributes() {
  const { outputFiles } = await esbuild.build({
    entryPoints: [join(root, 'web/playground/attributes.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  const { PROPERTIES } = await import(`data:text/javascript;base64,${code}`);
  return [...PROPERTIES.map(({ attribute }) => attribute), ...others];
}

/** Copies what is built already. */
export async function fillPython() {
  const folder = join(root, pythonStatic);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'models'), { recursive: true });
  for (const path of [singleFile, widgetFile, 'LICENSE'])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, basename(path)));
  for (const path of shipped.map(fileOf)) cpSync(path, join(folder, 'models', basename(path)));
  const names = JSON.stringify(await attributes(), undefined, 1);
  writeFileSync(join(folder, 'attributes.json'), `${names}\n`);
}
