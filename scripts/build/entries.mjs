// The entries of the npm package, by their names in `exports` and in dist/.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

/** Names of the panels: each is a separate entry, loaded only by the pages that show it. */
export function panelNames() {
  return readdirSync(join(root, 'web/panels'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => existsSync(join(root, 'web/panels', name, 'index.ts')));
}

/** Entries that register elements: name → source. */
export function elementEntries() {
  const panels = panelNames().map((name) => [`panels/${name}`, `web/panels/${name}/index.ts`]);
  return {
    element: 'web/playground/index.ts',
    step: 'web/playground/step/index.ts',
    lessons: 'web/lessons/index.ts',
    ...Object.fromEntries(panels),
  };
}

/** All entries with scripts: name → source. */
export function entries() {
  return {
    index: 'web/engine/index.ts',
    worker: 'web/engine/worker/worker.ts',
    ...elementEntries(),
  };
}
