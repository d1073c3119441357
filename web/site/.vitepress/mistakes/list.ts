// Ten common mistakes as HTML: what each does to a small example beside what is right, and the way to it on the workbench. No
// number is written here. A page has the list where it says <!-- mistakes -->: plain links, which need no script. One mistake alone
// is <!-- broken FAULT -->, without what is right; that, with the way to the workbench, is <!-- mended FAULT -->.

import type { MarkdownRenderer } from 'vitepress';
import type { Language } from '../../../i18n/index.js';
import { escaped } from '../../../figures/render/svg/element.js';
import type { Mistake, Mistakes, Picture } from './cards';
import { pictureColours, scaleColours } from './colours';
import { svgOf } from './svg';
import { mistakeTexts } from './texts';

type Texts = (typeof mistakeTexts)['en'];

const styleOf = (properties: Record<string, string>): string =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const shares = styleOf({ ...pictureColours, ...scaleColours('sequential') });
const signed = styleOf(scaleColours('diverging'));

const side = (name: 'wrong' | 'right', picture: Picture, t: Texts): string =>
  `<span class="mistake-${name}"><span>${t[name]}</span><span class="mistake-picture">${svgOf(picture)}</span></span>`;

function cardOf(mistake: Mistake, t: Texts): string {
  const style = mistake.isSigned ? ` style="${signed}"` : '';
  return `<li><a href="./play.html#${escaped(mistake.state)}">
<h3>${escaped(mistake.title)}</h3>
<span class="mistake-pair"${style}>${side('wrong', mistake.wrong, t)}${side('right', mistake.right, t)}</span>
<span class="mistake-text">${escaped(mistake.text)}</span>
<span class="mistake-open">${t.open}</span>
</a></li>`;
}

export function mistakeList(mistakes: readonly Mistake[], lang: Language): string {
  const t = mistakeTexts[lang];
  const cards = mistakes.map((mistake) => cardOf(mistake, t)).join('\n');
  return `<ul class="mistakes" aria-label="${t.list}" style="${shares}">\n${cards}\n</ul>\n`;
}

const pictureAlone = (picture: Picture, isSigned: boolean, name: string): string =>
  `<div class="mistake-${name} mistake-alone" style="${shares}${isSigned ? `;${signed}` : ''}"><div class="mistake-picture">${svgOf(picture)}</div></div>\n`;

function oneOf({ wrong, right, isSigned, state }: Mistake, how: string, t: Texts): string {
  if (how === 'broken') return pictureAlone(wrong, isSigned, 'wrong');
  const rows = right.rows.length > 0 ? right.rows : wrong.rows;
  return `<div class="mistake-mended">${pictureAlone({ ...right, rows }, isSigned, 'right')}<a href="../play.html#${escaped(state)}">${t.open}</a></div>\n`;
}

/** What a comment of a page stands for; undefined if it is only a comment. */
function drawn(comment: string, mistakes: readonly Mistake[], lang: Language): string | undefined {
  if (comment === '<!-- mistakes -->') return mistakeList(mistakes, lang);
  const [, how, fault] = /^<!-- (broken|mended) (\w+) -->$/.exec(comment) ?? [];
  if (how === undefined) return undefined;
  const mistake = mistakes.find((one) => one.fault === fault);
  if (!mistake) throw new Error(`${comment}: accepted are ${mistakes.map((m) => m.fault).join()}`);
  return oneOf(mistake, how, mistakeTexts[lang]);
}

/** For VitePress's `markdown.config`, which waits for nothing: the cards have been read before. */
export const drawMistakes =
  (mistakes: Mistakes) =>
  ({ renderer }: MarkdownRenderer): void => {
    const plain = renderer.rules.html_block!;
    renderer.rules.html_block = (tokens, at, options, env: { relativePath?: string }, self) => {
      const lang = env.relativePath?.startsWith('zh/') ? 'zh' : 'en';
      const html = drawn(tokens[at]!.content.trim(), mistakes[lang], lang);
      return html ?? plain(tokens, at, options, env, self);
    };
  };
