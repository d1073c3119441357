// The pages of the built site.

import { siteFolder } from '../../../../scripts/build/site.mjs';
import { filesBelow } from '../../../../scripts/lib/files.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

/** The site's folder, below the repository's. */
export const folder = siteFolder.slice(root.length + 1);

/** All pages, but those that a reader downloads: tests/browser/take/one-file.slow.test.mjs opens these. */
export const builtPages = () =>
  filesBelow(folder).filter((path) => /(?<!\/attention)\.html$/.test(path));
