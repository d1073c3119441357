// Most pages are prose; the playground's are not, and their first view does without what only prose needs: parts of VitePress's
// layout, and their styles. Each page of prose brings them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Alias, Plugin } from 'vite';
import type { HeadConfig } from 'vitepress';

const theme = (name: string) => fileURLToPath(new URL(`theme/${name}`, import.meta.url));

/** In the layout of every page stand places for the parts; see theme/prose-layout.ts. */
export const placesOfParts: Alias = {
  find: /^\..*\/(VPDoc|VPLocalNav)\.vue$/,
  replacement: theme('place-$1.ts'),
};

/** By the frontmatter of a page's file. */
const isProse = (file: string) =>
  !/^layout: page$/m.test(readFileSync(file, 'utf8').split('\n---\n')[0] ?? '');

/** A script that waits for what a function of the theme brings. */
const waiting = (code: string, name: string, file: string) => ({
  code: `import { ${name} } from ${JSON.stringify(theme(file))};\n${code}\nawait ${name}();\n`,
  map: null,
});

export const broughtByProse: Plugin = {
  name: 'brought by pages of prose',
  enforce: 'post',
  transform(code, id) {
    if (id.endsWith('/VPLocalSearchBox.vue')) return waiting(code, 'lateStyles', 'late-styles.ts');
    if (id.endsWith('.md') && isProse(id)) return waiting(code, 'bringProse', 'prose.ts');
    return undefined;
  },
};

/**
 * For VitePress's `transformHead`: a page that is opened as one of prose has the styles from the beginning, the others say
 * where they are. The name has a hash in it that no script can know, as the styles depend on all of them.
 */
export function proseStyles(href: string, layout: unknown): HeadConfig[] {
  if (layout === 'page') return [['meta', { name: 'prose-styles', content: href }]];
  return [['link', { rel: 'preload stylesheet', href, as: 'style' }]];
}
