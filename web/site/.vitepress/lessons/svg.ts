// A picture as SVG in a page: light and dark, on one line.

import type { Language } from '../../../i18n/index.js';
import type { Picture } from '../../../figures/picture.js';
import { paperLook } from '../../../figures/render/paper.js';
import { svgOf } from '../../../figures/render/svg.js';

const look = paperLook('light');
const dark = paperLook('dark');

export interface Named {
  /** What it is called where it cannot be seen. */
  title: string;
  lang: Language;
  /** Begins the ids in it. */
  id: string;
}

export const svgInPage = (picture: Picture, { title, lang, id }: Named): string =>
  svgOf(picture, {
    look,
    dark,
    lang: lang === 'zh' ? 'zh-CN' : 'en',
    title,
    id,
  }).replaceAll('\n', '');
