import { withPwa } from '@vite-pwa/vitepress';
import { defineConfig, type HeadConfig, type MarkdownRenderer, type UserConfig } from 'vitepress';
import * as compiler from 'vue/compiler-sfc';
import { leadOn } from './addresses';
import { nameHeadingLinks } from './heading-links';
import { addCourse } from './lessons/course';
import { lessons } from './lessons/fill';
import { leanPictures } from './lessons/lean-pictures';
import { worksheetsInDevelopment, writeWorksheets } from './lessons/worksheets/worksheets';
import { highlightOnce } from './highlighting';
import type { Mistakes } from './mistakes/cards';
import { drawMistakes } from './mistakes/list';
import { chinese, chineseSearch, english } from './locales';
import { appHead, pwa, writeManifests } from './offline/pwa';
import { writeOneFile } from './one-file';
import { readData } from './read-data';
import { publishedPackage, sourcePackage } from './package';
import { pageHead } from './page-head';
import { drawTables } from './reference/tables';
import { renderForSearch } from './search';
import { miniSearch } from './search-words';
import { siteUrl } from './site-address';
import { translatedParts } from './translated-parts';

const draw = drawMistakes(await readData<Mistakes>('mistakes/mistakes.data.ts'));

/** That of the pages, once VitePress has made it. */
let renderer: MarkdownRenderer;

const base = process.env.SITE_BASE ?? '/';

const icon: HeadConfig = ['link', { rel: 'icon', href: `${base}icon.svg`, type: 'image/svg+xml' }];

// VitePress's bar asks for all of Algolia's styles; this site searches by itself and shows their button alone.
const searchButton = { find: /^@docsearch\/css$/, replacement: '@docsearch/css/dist/button.css' };

/** Pages for frames are no pages that anybody looks for. */
const withoutFrames = (items: SitemapItem[]): SitemapItem[] =>
  items.filter(({ url }) => !/(^|\/)frame(\.html)?$/.test(url));

type SitemapItem = Parameters<
  NonNullable<NonNullable<UserConfig['sitemap']>['transformItems']>
>[0][number];

const config = defineConfig({
  base,
  title: 'Attention Playground',
  head: [icon],
  transformHead: ({ page: file, pageData: { title }, description, siteConfig: { pages } }) => [
    ...leadOn(file),
    ...pageHead({ file, title, description, files: pages, siteUrl }),
    ...appHead(file, base),
  ],
  transformPageData: addCourse,
  ...(siteUrl ? { sitemap: { hostname: `${siteUrl}/`, transformItems: withoutFrames } } : {}),
  buildEnd: async ({ outDir }) => {
    writeOneFile(outDir);
    writeManifests(outDir, base);
    await writeWorksheets(outDir, renderer);
  },
  // What every page needs to know of all others is fetched once, and not with each of them.
  metaChunk: true,
  // The first view stays small: other pages are fetched when they are asked for.
  router: { prefetchLinks: false },
  locales: { root: english, zh: chinese },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: renderForSearch,
        locales: { zh: chineseSearch },
        miniSearch,
      },
    },
  },
  markdown: {
    config: (md) => {
      highlightOnce(md);
      nameHeadingLinks(md);
      draw(md);
      drawTables(md);
      renderer = md;
    },
  },
  vue: {
    // Otherwise the plugin has none until the server listens, and an error for every file that changes before, such as those
    // that Vite writes to load models.data.ts: it would lie over the first page.
    compiler,
    // All components, VitePress's own among them, have a setup function: Vue's older way to write them is left out.
    features: { optionsAPI: false },
    template: { compilerOptions: { isCustomElement: (tag) => tag.includes('-') } },
  },
  vite: {
    plugins: [
      publishedPackage,
      sourcePackage,
      lessons,
      leanPictures,
      worksheetsInDevelopment(() => renderer),
    ],
    resolve: { alias: [...translatedParts, searchButton] },
    server: { fs: { allow: ['../..'] } },
    worker: {
      format: 'es',
      // The same name as in the page, so that the wasm is one file and fetched once.
      rollupOptions: { output: { assetFileNames: 'assets/[name].[hash].[ext]' } },
    },
    build: { target: 'es2022', chunkSizeWarningLimit: 1000 },
  },
});

export default withPwa(Object.assign(config, { pwa }));
