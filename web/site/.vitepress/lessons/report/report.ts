// All lessons, measured: for `npm run lessons` and its test.

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { passedBy } from './limits';
import { measured, type Measured } from './measure';
import { MISCONCEPTIONS } from './misconceptions';

const site = fileURLToPath(new URL('../../../', import.meta.url));

async function lessons(): Promise<Measured[]> {
  const files = ['learn', 'zh/learn'].flatMap((folder) =>
    readdirSync(`${site}${folder}`)
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  );
  const all: Measured[] = [];
  for (const file of files) {
    const found = await measured(site, file);
    if (found) all.push(found);
  }
  return all.sort((a, b) => a.order - b.order || a.lang.localeCompare(b.lang));
}

export default { lessons, passedBy, MISCONCEPTIONS };
