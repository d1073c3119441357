import { siteFolder, sitePages } from '../../../../scripts/build/site.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

/** The site's folder, below the repository's. */
export const folder = siteFolder.slice(root.length + 1);

/** Its pages, below the repository's folder. */
export const builtPages = () => sitePages().map((path) => `${folder}/${path}`);
