// Tables of what the elements offer, made of their manifest when the site is built. A page has one where it says
// <!-- attributes TAG -->, and likewise with `properties`, `events`, `parts` and `styles`; with `own` before the tag it leaves out
// what every element has, or what `<attention-playground>` has.

import type { MarkdownRenderer } from 'vitepress';
import { hostPages } from '../pages';
import { chinese } from './chinese';
import { readManifest, type Declaration } from './manifest';
import { withPrinted } from './command';
import { pinnedBlock } from './pinned';
import { readSizes } from './sizes';

type Language = 'en' | 'zh';

const heads = {
  en: {
    attribute: 'attribute',
    property: 'property',
    event: 'event',
    part: 'part',
    style: 'custom property',
    initial: 'default ',
    detail: 'detail: ',
    what: 'what',
    first: 'kB before it is drawn',
    late: 'kB of parts that come when they are needed',
    wasm: 'the wasm module, once per page',
    texts: 'the texts of one language, once per page',
    meaning: 'meaning',
    fired: 'fired when',
    readonly: 'read only',
    colon: ': ',
    comma: ', ',
    missing: 'This table is made of the built package: npm run build.',
  },
  zh: {
    attribute: '属性',
    property: '属性',
    event: '事件',
    part: '部件',
    style: '自定义属性',
    initial: '默认 ',
    detail: 'detail：',
    what: '内容',
    first: '画出之前（kB）',
    late: '用到时才加载的部分（kB）',
    wasm: 'wasm 模块，每个页面一次',
    texts: '一种语言的文字，每个页面一次',
    meaning: '含义',
    fired: '触发时机',
    readonly: '只读',
    colon: '：',
    comma: '、',
    missing: '此表由构建好的软件包生成：npm run build。',
  },
};

const code = (text: string): string => `\`${text}\``;
const cell = (text: string): string => text.replaceAll('\n', ' ').replaceAll('|', '\\|');

/** "'word'" is `word`; an empty text is nothing. */
const plain = (value: string | undefined): string => {
  const text = value?.replace(/^'(.*)'$/, '$1') ?? '';
  return text === '' || text === 'null' ? '' : code(text);
};

/** What may be written: the words of a union, or the kind of value. */
function values(type: string): string {
  const words = [...type.matchAll(/"([^"]*)"/g)].map(([, word]) => word!).filter(Boolean);
  if (words.length > 0) return words.map(code).join(' ');
  return type.replace(/ \| null$/, '') === 'Loading'
    ? '`auto` `lazy` `eager`'
    : code(type.replace(/ \| null$/, ''));
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return rows.length > 0
    ? [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
    : '';
}

/** What a description is in a language; the build fails where Chinese has none. */
function said(description: string | undefined, language: Language, of: string): string {
  if (!description) throw new Error(`custom-elements.json: ${of} has no description.`);
  const english = description.replace(/\s+/g, ' ');
  if (language === 'en') return english;
  const found = chinese[english];
  if (!found) throw new Error(`.vitepress/reference/chinese.ts has no “${english}” (${of}).`);
  return found;
}

/** The default in words; nothing if it is nothing. */
function initial(value: string | undefined, language: Language): string {
  const shown = plain(value);
  return shown && heads[language].initial + shown;
}

/** What an event carries. */
function detail(type: string, language: Language): string {
  const [, inside] = /^CustomEvent<(.*)>$/.exec(type) ?? [];
  return inside ? heads[language].detail + code(inside) : '';
}

/** A description, and below it what belongs to it: one column has room for both on a phone. */
function meaning(description: string, facts: readonly string[]): string {
  const below = facts.filter(Boolean).join(' · ');
  return below ? `${description}<br><small>${below}</small>` : description;
}

type Kind = 'attributes' | 'properties' | 'events' | 'parts' | 'styles';

const lists: Readonly<
  Record<
    Kind,
    (from: Declaration, language: Language, isShared: (name: string) => boolean) => string
  >
> = {
  attributes({ tagName, attributes }, language, isShared) {
    const t = heads[language];
    return table(
      [t.attribute, t.meaning],
      attributes
        .filter(({ name }) => !isShared(name))
        .map(({ name, type, default: first, description }) => [
          code(name),
          meaning(said(description, language, `${tagName} ${name}`), [
            values(type.text),
            initial(first, language),
          ]),
        ]),
    );
  },
  properties({ tagName, members }, language, isShared) {
    const t = heads[language];
    return table(
      [t.property, t.meaning],
      members
        .filter(({ name, attribute }) => attribute === undefined && !isShared(name))
        .map(({ name, type, readonly, description }) => [
          code(name),
          meaning(said(description, language, `${tagName}.${name}`), [
            code(type?.text ?? ''),
            readonly ? t.readonly : '',
          ]),
        ]),
    );
  },
  events({ tagName, events }, language, isShared) {
    const t = heads[language];
    return table(
      [t.event, t.fired],
      events
        .filter(({ name }) => !isShared(name))
        .map(({ name, type, description }) => [
          code(name),
          meaning(said(description, language, `${tagName} ${name}`), [detail(type.text, language)]),
        ]),
    );
  },
  parts({ tagName, cssParts }, language, isShared) {
    const t = heads[language];
    return table(
      [t.part, t.meaning],
      cssParts
        .filter(({ name }) => !isShared(name))
        .map(({ name, description }) => [
          code(name),
          said(description, language, `${tagName} ::part(${name})`),
        ]),
    );
  },
  styles({ tagName, cssProperties }, language, isShared) {
    const t = heads[language];
    return table(
      [t.style, t.meaning],
      cssProperties
        .filter(({ name }) => !isShared(name))
        .map(({ name, default: first, description }) => [
          code(name),
          meaning(said(description, language, `${tagName} ${name}`), [initial(first, language)]),
        ]),
    );
  },
};

const namesOf = (kind: Kind, from: Declaration): string[] => {
  if (kind === 'properties') return from.members.map(({ name }) => name);
  const key = {
    attributes: 'attributes',
    events: 'events',
    parts: 'cssParts',
    styles: 'cssProperties',
  } as const;
  return from[key[kind]].map(({ name }) => name);
};

const comment = /^<!-- (attributes|properties|events|parts|styles) (own )?([\w-]+) -->$/gm;

/** A page with its tables in the place of the comments that ask for them. */
export function withTables(markdown: string, language: Language): string {
  if (!comment.test(markdown)) return markdown;
  const manifest = readManifest();
  return markdown.replace(comment, (_, kind: Kind, own: string | undefined, tag: string) => {
    if (!manifest) return heads[language].missing;
    const declaration = manifest.get(tag);
    if (!declaration) throw new Error(`<!-- ${kind} ${tag} -->: there is no such element.`);
    const shared = new Set(
      own && tag !== 'attention-playground' ? sharedNames(kind, tag, manifest) : [],
    );
    return lists[kind](declaration, language, (name) => shared.has(name));
  });
}

/** Names that another element has described already: a step's are those of the playground, and panels have some in common. */
function sharedNames(
  kind: Kind,
  tag: string,
  manifest: ReadonlyMap<string, Declaration>,
): string[] {
  const others =
    tag === 'attention-step' ? ['attention-playground'] : ['attention-playground', 'head-workers'];
  const [first, second] = others.map((each) => namesOf(kind, manifest.get(each)!));
  return second
    ? first!.filter((name) => second.includes(name) && !['sentence', 'parameters'].includes(name))
    : first!;
}

/** The pages of hosts, as a list: a page has it where it says <!-- hosts -->. */
function hostList(language: Language): string {
  const prefix = language === 'zh' ? '/zh/' : '/';
  return hostPages(prefix)
    .map(({ text, items }) => {
      const links = items.map((item) => `[${item.text}](${item.link})`);
      return `- **${text}**${heads[language].colon}${links.join(heads[language].comma)}`;
    })
    .join('\n');
}

/** What a visitor fetches: a page has it where it says <!-- sizes -->. */
function sizeTable(language: Language): string {
  const sizes = readSizes();
  const t = heads[language];
  if (!sizes) return t.missing;
  const { wasm, texts, elements } = sizes;
  const round = (size: number): string => size.toFixed(0);
  return table(
    [t.what, t.first, t.late],
    [
      [t.wasm, round(wasm), ''],
      [t.texts, `${round(texts.en)} (en), ${round(texts.zh)} (zh)`, ''],
      ...elements.map(({ tag, first, all }) => [
        code(`<${tag}>`),
        round(first),
        round(all - first),
      ]),
    ],
  );
}

/** For VitePress's `markdown.config`: what the search reads has the tables, too. */
export const drawTables = (md: MarkdownRenderer): void => {
  md.core.ruler.before('normalize', 'tables of elements', (state) => {
    const { relativePath = '' } = state.env as { relativePath?: string };
    const language = relativePath.startsWith('zh/') ? 'zh' : 'en';
    state.src = withPrinted(withTables(state.src, language))
      .replace(/^<!-- hosts -->$/m, () => hostList(language))
      .replace(/^<!-- sizes -->$/m, () => sizeTable(language))
      .replace(/^<!-- pinned -->$/m, pinnedBlock);
  });
};
