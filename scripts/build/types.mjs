// Step 4: the package's type declarations.

import { copyFileSync, cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, root } from '../lib/run.mjs';

const tsc = 'node_modules/typescript/bin/tsc';

export async function buildTypes() {
  rmSync(join(root, 'dist/types'), { recursive: true, force: true });
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { quiet: true });
  copyFileSync(join(root, 'scripts/build/element.d.ts'), join(root, 'dist/types/element.d.ts'));
  cpSync(join(root, 'scripts/build/panels'), join(root, 'dist/types/panels'), { recursive: true });
}

/** Checks all of web/ strictly, and rejects unused code. */
export async function typecheck() {
  for (const project of ['tsconfig.json', 'web/site/tsconfig.json']) {
    await mustRun(process.execPath, [tsc, '-p', project], { quiet: true });
  }
}
