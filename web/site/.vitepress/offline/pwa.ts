// What works without a network, and what a system is told that installs the site as an app.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HeadConfig } from 'vitepress';
import type { VitePWAOptions } from 'vite-plugin-pwa';

/** All pages and all that they load, in both languages: a visitor's next click may be any of them. */
export const pwa: Partial<VitePWAOptions> = {
  strategies: 'injectManifest',
  srcDir: '.vitepress/offline',
  filename: 'sw.ts',
  // The site's own line registers it, and writes a manifest for each language.
  injectRegister: false,
  manifest: false,
  injectManifest: {
    minify: true,
    globPatterns: ['**/*'],
    globIgnores: [
      'sw.js',
      '**/frame.html',
      // Pictures for other sites, and for systems that install this one.
      'cards/**',
      'icons/**',
      'screenshot.png',
      '**/*.webmanifest',
      'sitemap.xml',
      // VitePress asks for it to learn of a newer version.
      'hashmap.json',
      // The site computes with the others: what is shown is the same on every processor.
      'assets/*-relaxed.*.wasm',
      // A megabyte each: whoever saves a page for a disk asks for it.
      '**/attention.html',
      'assets/*.single.*.txt',
    ],
  },
};

interface App {
  folder: string;
  lang: string;
  name: string;
  short_name: string;
  description: string;
}

const apps: Readonly<Record<'en' | 'zh', App>> = {
  en: {
    folder: '',
    lang: 'en',
    name: 'Attention Playground',
    short_name: 'Attention',
    description: 'Walk through attention and the Transformer, number by number.',
  },
  zh: {
    folder: 'zh/',
    lang: 'zh-CN',
    name: '注意力演练场',
    short_name: '注意力',
    description: '逐个数地走完注意力与 Transformer。',
  },
};

const FILE = 'app.webmanifest';

/** The icons are drawn by scripts/build/icons.mjs. */
const pictures = [
  ['icon.svg', 'image/svg+xml', 'any', 'any'],
  ['icons/192.png', 'image/png', '192x192', 'any'],
  ['icons/512.png', 'image/png', '512x512', 'any'],
  ['icons/512-maskable.png', 'image/png', '512x512', 'maskable'],
] as const;

/** Both have all of the site as their scope: a reader may change the language in the app. */
export function writeManifests(outDir: string, base: string): void {
  for (const { folder, ...words } of Object.values(apps)) {
    const manifest = {
      ...words,
      start_url: base + folder,
      scope: base,
      display: 'standalone',
      theme_color: '#ffffff',
      background_color: '#ffffff',
      icons: pictures.map(([path, type, sizes, purpose]) => ({
        src: base + path,
        type,
        sizes,
        purpose,
      })),
    };
    const path = join(outDir, folder, FILE);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(manifest));
  }
}

/** What the head of a page says of it; a page in a frame is no app. */
export function appHead(file: string, base: string): HeadConfig[] {
  if (/(^|\/)frame\.md$/.test(file)) return [];
  const { folder } = file.startsWith(apps.zh.folder) ? apps.zh : apps.en;
  return [['link', { rel: 'manifest', href: base + folder + FILE }]];
}
