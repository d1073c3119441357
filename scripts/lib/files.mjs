// Files of the checkout: which there are, and writing one only if that changes it.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

/** All files at or below `path` (relative to the root), sorted, without those that `skip` accepts. */
export function filesBelow(path, skip = () => false) {
  const full = join(root, path);
  if (!existsSync(full) || skip(path)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), skip));
}

/** Writes a file only if its text differs, so that its time changes only with its contents. */
export function writeIfChanged(path, data) {
  const full = join(root, path);
  if (existsSync(full) && readFileSync(full).equals(Buffer.from(data))) return;
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, data);
}
