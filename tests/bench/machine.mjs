// What measures, and what is measured against.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

export const processor = () => cpus()[0].model.trim();

/** Exact versions of the peers, as the package of this folder states them. */
export const { dependencies: versions } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);
