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
