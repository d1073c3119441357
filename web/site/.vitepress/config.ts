import { fileURLToPath } from 'node:url';
import { defineConfig, type HeadConfig } from 'vitepress';
import { chinese, chineseSearch, english } from './locales';
import { broughtByProse, placesOfParts, proseStyles } from './pages-of-prose';
import { renderForSearch, searchWords } from './search';
import { translatedParts } from './translated-parts';
import { unusedComponents } from './unused-components';
import { unusedStyles } from './unused-styles';

const base = process.env.SITE_BASE ?? '/';
const dist = (path: string) => fileURLToPath(new URL(`../../../dist/${path}`, import.meta.url));

const icon: HeadConfig = ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }];

export default defineConfig({
  base,
  title: 'Attention Playground',
  head: [icon],
  transformHead: ({ pageData }) => proseStyles(base, pageData.frontmatter.layout),
  // The first view stays small: other pages are fetched when they are asked for.
  router: { prefetchLinks: false },
  locales: { root: english, zh: chinese },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: renderForSearch,
        locales: { zh: chineseSearch },
        miniSearch: {
          options: { tokenize: searchWords },
          searchOptions: { combineWith: 'AND' },
        },
      },
    },
  },
  vue: {
    template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } },
    // Neither this site nor VitePress has components with options.
    features: { optionsAPI: false },
  },
  vite: {
    plugins: [broughtByProse, unusedStyles],
    // The site shows the package as it is published.
    resolve: {
      alias: [
        ...unusedComponents,
        placesOfParts,
        ...translatedParts,
        { find: 'attention-playground/element', replacement: dist('element.js') },
        { find: /^attention-playground\/panels\/(.*)$/, replacement: dist('panels/$1.js') },
      ],
    },
    server: { fs: { allow: ['../..'] } },
    worker: {
      format: 'es',
      // The same name as in the page, so that the wasm is one file and fetched once.
      rollupOptions: { output: { assetFileNames: 'assets/[name].[hash].[ext]' } },
    },
    // What a part needs is nearly all there before it: lists of it for each part are longer than what they save.
    build: {
      target: 'es2022',
      chunkSizeWarningLimit: 1000,
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
    },
  },
});
