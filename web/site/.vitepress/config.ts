import { defineConfig, type HeadConfig } from 'vitepress';
import { highlightOnce } from './highlighting';
import { chinese, chineseSearch, english } from './locales';
import { broughtByProse, placesOfParts, proseStyles } from './pages-of-prose';
import { publishedPackage } from './published-package';
import { renderForSearch, searchWords } from './search';
import { translatedParts } from './translated-parts';
import { unusedComponents } from './unused-components';
import { proseSheet, unusedStyles } from './unused-styles';

const base = process.env.SITE_BASE ?? '/';

const icon: HeadConfig = ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }];

export default defineConfig({
  base,
  title: 'Attention Playground',
  head: [icon],
  transformHead: ({ pageData }) => proseStyles(base + proseSheet(), pageData.frontmatter.layout),
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
  markdown: { config: highlightOnce },
  vue: {
    template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } },
    // Neither this site nor VitePress has components with options.
    features: { optionsAPI: false },
  },
  vite: {
    plugins: [publishedPackage, broughtByProse, unusedStyles],
    resolve: { alias: [...unusedComponents, placesOfParts, ...translatedParts] },
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
