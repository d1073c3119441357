// Measured results that are kept: committed, and shown on the site's page.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const pathOf = (name) => fileURLToPath(new URL(`results/${name}.json`, import.meta.url));

export function readResults(name) {
  const path = pathOf(name);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Numbers to five digits: more of them are noise. */
const rounded = (key, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);

/** Written as the static checks want every file to be. */
export async function writeResults(name, value) {
  mkdirSync(fileURLToPath(new URL('results/', import.meta.url)), { recursive: true });
  const options = await prettier.resolveConfig(pathOf(name));
  const text = JSON.stringify(value, rounded);
  writeFileSync(pathOf(name), await prettier.format(text, { ...options, parser: 'json' }));
}
