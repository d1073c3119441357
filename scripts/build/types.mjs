// Step 4: the package's type declarations.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, root } from '../lib/run.mjs';

const tsc = 'node_modules/typescript/bin/tsc';

export async function buildTypes() {
  rmSync(join(root, 'dist/types'), { recursive: true, force: true });
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.types.json'], { quiet: true });
}

/** All of web/, strictly, and with nothing unused. */
export async function typecheck() {
  await mustRun(process.execPath, [tsc, '-p', 'tsconfig.json'], { quiet: true });
}
