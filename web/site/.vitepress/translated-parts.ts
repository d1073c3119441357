// Parts of VitePress's bar whose names are English on every page; ours have them in the page's language. This is VitePress's
// way to override an internal component (https://vitepress.dev/guide/extending-default-theme).

import { fileURLToPath } from 'node:url';
import type { Alias } from 'vite';

const ours = {
  VPNavBarMenu: 'NavMenu',
  VPNavBarHamburger: 'NavButton',
  VPNavBarExtra: 'NavExtra',
};

export const translatedParts: Alias[] = Object.entries(ours).map(([theirs, name]) => ({
  find: new RegExp(`^\\..*/${theirs}\\.vue$`),
  replacement: fileURLToPath(new URL(`theme/${name}.ts`, import.meta.url)),
}));
