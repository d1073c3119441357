// A program of somebody else, that is configured in a folder of build/.

import { join } from 'node:path';
import { mustRun, root } from '../../scripts/lib/run.mjs';

export const cmake = (...words) => mustRun('cmake', words, { quiet: true });

export const configure = (source, folder, ...more) =>
  cmake('-S', join(root, source), '-B', folder, '-G', 'Ninja', ...more);

/** The library as a folder of that program. */
export const asFolder = `-DATTENTION_PLAYGROUND_FOLDER=${root}`;
