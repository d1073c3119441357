// What the Python package (python/) has of the build: the scripts of its pages, trained models, and the names of the
// playground's settings. Part of the step that makes dist/.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../lib/run.mjs';
import { fileOf, shipped } from '../train/tasks.mjs';
import { exportsOf, singleFile, widgetFile } from './single.mjs';

export const pythonStatic = 'python/attention_playground/static';

/** Attributes that the element has besides those of its settings. */
const others = ['step', 'hide', 'show', 'site-url'];

async function attributes() {
  const { PROPERTIES } = await exportsOf(join(root, 'web/playground/attributes.ts'));
  return [...PROPERTIES.map(({ attribute }) => attribute), ...others];
}

/** Copies what is built already. */
export async function fillPython() {
  const folder = join(root, pythonStatic);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'models'), { recursive: true });
  for (const path of [singleFile, widgetFile, 'LICENSE'])
    cpSync(join(root, path), join(folder, basename(path)));
  for (const path of shipped.map(fileOf)) cpSync(path, join(folder, 'models', basename(path)));
  const names = JSON.stringify(await attributes(), undefined, 1);
  writeFileSync(join(folder, 'attributes.json'), `${names}\n`);
}
