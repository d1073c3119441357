// What the head of a page says to search engines, and to those who show a card where somebody links to it.

import type { HeadConfig } from 'vitepress';

/** Those whose pages lie in a folder of their own, and English. */
const languages = {
  en: {
    folder: '',
    lang: 'en',
    og: 'en_US',
    site: 'Attention Playground',
    pictures: {
      words: 'A sentence on either side, and lines between its words: one head’s attention weights',
      numbers: 'One head’s attention weights as a matrix, a number in each cell',
    },
  },
  zh: {
    folder: 'zh/',
    lang: 'zh-CN',
    og: 'zh_CN',
    site: '注意力演练场',
    pictures: {
      words: '左右各有一句话，词与词之间的连线是一个头的注意力权重',
      numbers: '一个头的注意力权重矩阵，每个单元格里有一个数',
    },
  },
};

export interface PageOfSite {
  /** Its file below web/site: `zh/guide/api.md`. */
  file: string;
  title: string;
  description: string;
  /** All files: a page that is not there in the other language has no link to it. */
  files: readonly string[];
  /** The address of the first page, without a slash at its end. */
  siteUrl: string | undefined;
}

/** The width and height of the pictures that scripts/build/cards.mjs draws. */
const card = { width: 1200, height: 630 };

/** Pages whose matter are single numbers have a matrix as their picture, the others words and lines. */
const ofNumbers =
  /^(play|transformer|guide\/(api|benchmark)|explore\/(scaling|tiles|workers))\.md$/;

const pathOf = (file: string): string =>
  file.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html');

const meta = (property: string, content: string | number): HeadConfig => [
  'meta',
  { [property.startsWith('twitter:') ? 'name' : 'property']: property, content: String(content) },
];

/** Without an address of the site there is none of a page or picture: these have to be whole. */
export function pageHead({ file, title, description, files, siteUrl }: PageOfSite): HeadConfig[] {
  if (file === '404.md') return [];
  const [own, other] = file.startsWith(languages.zh.folder)
    ? [languages.zh, languages.en]
    : [languages.en, languages.zh];
  const name = file.slice(own.folder.length);
  const tags = [
    meta('og:type', 'website'),
    meta('og:site_name', own.site),
    meta('og:title', title),
    meta('og:description', description),
    meta('og:locale', own.og),
    meta('twitter:card', siteUrl ? 'summary_large_image' : 'summary'),
  ];
  if (!siteUrl) return tags;
  const address = (path: string): string => `${siteUrl}/${encodeURI(path)}`;
  const there = [own, other].filter(({ folder }) => files.includes(folder + name));
  const kind = ofNumbers.test(name) ? 'numbers' : 'words';
  const picture = `cards/${kind}.${own.lang.slice(0, 2)}.png`;
  return [
    ...tags,
    ['link', { rel: 'canonical', href: address(pathOf(file)) }],
    ...there.map(({ lang, folder }): HeadConfig => {
      const href = address(pathOf(folder + name));
      return ['link', { rel: 'alternate', hreflang: lang, href }];
    }),
    meta('og:url', address(pathOf(file))),
    meta('og:image', address(picture)),
    meta('og:image:type', 'image/png'),
    meta('og:image:width', card.width),
    meta('og:image:height', card.height),
    meta('og:image:alt', own.pictures[kind]),
  ];
}
