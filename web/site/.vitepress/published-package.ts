// The site shows the package as it is published: `attention-playground/…` in its pages are the files of `dist`.

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));

export const publishedPackage: Plugin = {
  name: 'the published package',
  enforce: 'pre',
  resolveId(source, _, { ssr }) {
    const [, entry] = /^attention-playground\/(element|panels\/[\w-]+)$/.exec(source) ?? [];
    if (!entry) return undefined;
    // Elements run in a browser alone: what renders pages beforehand never fetches them.
    return ssr ? { id: source, external: true } : `${dist}${entry}.js`;
  },
};
