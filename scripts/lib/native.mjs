// Programs of this machine, by the presets of CMakePresets.json.

import { join } from 'node:path';
import { mustRun, root } from './run.mjs';

/** Builds a target; its path. */
export async function buildNative(preset, target) {
  await mustRun('cmake', ['--preset', preset], { quiet: true });
  await mustRun('cmake', ['--build', '--preset', preset, '--target', target], { quiet: true });
  return join(root, 'build', preset, target);
}
