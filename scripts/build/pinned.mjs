// The script in one file, named so that no other can take its place: the address of one version, and the hash of its bytes.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../lib/run.mjs';
import { singleFile } from './single.mjs';

/** As `integrity` of a script takes it: https://www.w3.org/TR/SRI/. */
export const integrityOf = (bytes) =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/** The tag for a page that takes a file of `dist` from this address. Other origins have to allow it, hence `crossorigin`. */
export const pinnedTag = (address, file = singleFile) =>
  `<script src="${address}" integrity="${integrityOf(readFileSync(join(root, file)))}" crossorigin="anonymous"></script>`;

/** What a release says, once its files lie where packages of npm do. */
export function printPinned() {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const address = `https://cdn.jsdelivr.net/npm/${name}@${version}/dist/${basename(singleFile)}`;
  console.log(`${name} ${version} as one script:\n${pinnedTag(address)}`);
}
