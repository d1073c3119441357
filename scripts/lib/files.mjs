// Files of the checkout: which there are, writing one only if that changes it, and a Markdown file with a part that is made.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, root } from './run.mjs';

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

/** A Markdown file with another part between its comments `<!-- … written by npm run NAME -->` and `<!-- end of … -->`. */
export async function markdownWith(part, path, name) {
  const found = new RegExp(`(<!-- .*: written by npm run ${name} -->)[^]*?(<!-- end of .* -->)`);
  const text = readFileSync(join(root, path), 'utf8');
  if (!found.test(text)) throw new Failure(`${path} has no place for what npm run ${name} writes`);
  const { format, resolveConfig } = await import('prettier');
  const options = { ...(await resolveConfig(join(root, path))), filepath: path };
  return format(
    text.replace(found, (_, begin, end) => `${begin}\n\n${part}\n\n${end}`),
    options,
  );
}
