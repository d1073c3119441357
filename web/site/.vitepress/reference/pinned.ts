// The hash of the script in one file, written into a page where it says <!-- pinned -->.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const name = 'attention-playground.single.js';
const file = fileURLToPath(new URL(`../../../../dist/${name}`, import.meta.url));

/** A block with the tag; without the hash, where the package is not built, as for `npm run dev`. */
export function pinnedBlock(): string {
  const hash = existsSync(file)
    ? createHash('sha384').update(readFileSync(file)).digest('base64')
    : '…';
  const tag = `<script src="/${name}" integrity="sha384-${hash}" crossorigin="anonymous"></script>`;
  return `\`\`\`html\n${tag}\n\`\`\``;
}
