// The tables of options (web/engine/options), which the package does not export.

import * as esbuild from 'esbuild';
import { join } from 'node:path';
import { root } from '../../../../scripts/lib/run.mjs';

const { outputFiles } = await esbuild.build({
  stdin: {
    contents: "export * from './tables.js'; export * from './tables/training.js';",
    resolveDir: join(root, 'web/engine/options'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(outputFiles[0].contents).toString('base64');

/** name → the options of a function, or of an object among its options, by name. */
export const tables = { ...(await import(`data:text/javascript;base64,${text}`)) };

/** The names that a table knows: the documented ones, and PyTorch's other ones. */
export const namesOf = (table) =>
  Object.entries(table).flatMap(([name, { also }]) => (also ? [name, also] : [name]));
