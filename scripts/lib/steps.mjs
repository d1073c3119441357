// A build step that is skipped while its inputs have not changed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const stamps = join(root, 'build/stamps');

/** All files at or below `path` (relative to the root), sorted, without those that `skip` accepts. */
export function filesBelow(path, skip = () => false) {
  const full = join(root, path);
  if (!existsSync(full) || skip(path)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), skip));
}

function fingerprint(inputs, skip) {
  const hash = createHash('sha256');
  for (const file of inputs.flatMap((input) => filesBelow(input, skip))) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * Runs `body` unless the contents of `inputs`, and `settings`, are the same as at its last success
 * and all of `outputs` exist. Prints what it did and how long it took.
 */
export async function step(name, { inputs, outputs, settings = '', skip }, body) {
  const stamp = join(stamps, name);
  const now = fingerprint(inputs, skip) + settings;
  const made = outputs.every((output) => existsSync(join(root, output)));
  if (made && existsSync(stamp) && readFileSync(stamp, 'utf8') === now) {
    console.log(`  ${name.padEnd(10)} unchanged`);
    return;
  }
  const start = performance.now();
  await body();
  mkdirSync(stamps, { recursive: true });
  writeFileSync(stamp, now);
  console.log(`  ${name.padEnd(10)} ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Writes a file only if its text differs, so that its time changes only with its contents. */
export function writeIfChanged(path, data) {
  const full = join(root, path);
  if (existsSync(full) && readFileSync(full).equals(Buffer.from(data))) return;
  mkdirSync(join(full, '..'), { recursive: true });
  writeFileSync(full, data);
}
