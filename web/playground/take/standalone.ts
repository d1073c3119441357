import { base64 } from '../../figures/render/svg/png.js';
import type { Language } from '../../i18n/index.js';
import { FILE_ATTRIBUTE, fileName } from '../../learned/page-files.js';
import type { LearnedName } from '../../learned/names.js';
import type { SavedState } from '../saved-state.js';

export interface Standalone {
  /** The text of `dist/attention-playground.single.js`. */
  script: string;
  state: SavedState;
  /** The files of the trained models that the state shows. */
  models: readonly { name: LearnedName; file: Uint8Array }[];
  title: string;
  /** Shown where scripts are off. */
  noScript: string;
  lang: Language;
  /** Whole address of the project's site, where *Why* leads; '' for none. */
  siteUrl?: string;
}

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 16px; max-width: 1400px; background: Canvas; color: CanvasText; font-family: system-ui, sans-serif; }`;

/**
 * A whole page that shows a state, as the text of one HTML file: it opens from a disk, and asks for no other file. What a
 * person does in it stays in its address.
 */
export function standaloneHtml(page: Standalone): string {
  const { script, models, title, noScript } = page;
  const lang = page.lang === 'zh' ? 'zh-CN' : 'en';
  const files = models.map(
    ({ name, file }) =>
      `<script type="text/plain" ${FILE_ATTRIBUTE}="${fileName(name)}">${base64(file)}</script>`,
  );
  return [
    '<!doctype html>',
    `<html lang="${lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${STYLE}\n</style>`,
    '</head>',
    '<body>',
    `<noscript>${escaped(noScript)}</noscript>`,
    ...files,
    `<script>${withinScript(script)}</script>`,
    `<script>\n${begin(page)}\n</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** The element is in the page only once it has its state: it would begin without. */
function begin({ state, lang, siteUrl = '' }: Standalone): string {
  const attributes = {
    lang,
    ...(typeof state.mode === 'string' ? { mode: state.mode } : {}),
    'sync-url': '',
    loading: 'eager',
    ...(siteUrl ? { 'site-url': siteUrl } : {}),
  };
  const lines = Object.entries(attributes).map(
    ([name, value]) => `playground.setAttribute(${literal(name)}, ${literal(value)});`,
  );
  return [
    "const playground = document.createElement('attention-playground');",
    ...lines,
    `playground.state = ${literal(state)};`,
    'document.body.append(playground);',
  ].join('\n');
}

/** A value as a script has it. JSON writes half a character by its number; a tag could end the script. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/**
 * A script in a page: nothing in it ends it, or begins a comment. Outside of strings and patterns, a minified script has
 * neither.
 */
export const withinScript = (script: string): string =>
  script.replace(/<(?=\/script|!--)/gi, '\\x3C');

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
