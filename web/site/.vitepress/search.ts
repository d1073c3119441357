import { fileURLToPath } from 'node:url';
import { loadConfigFromFile } from 'vite';
import type { DefaultTheme } from 'vitepress';
import type { ModelCards } from './read-models';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

/**
 * The words of a text for the search index: whole words, and single characters of Chinese, which has no
 * spaces. VitePress sends the function's text to the page, so it can use nothing from around it.
 */
export function searchWords(text: string): string[] {
  return text.match(/\p{Script=Han}|[^\s\p{P}\p{Script=Han}]+/gu) ?? [];
}

const modelCards = fileURLToPath(new URL('models.data.ts', import.meta.url));

/** Loaded as VitePress loads data: what the configuration imports starts the development server anew when it changes. */
async function readModelCards(): Promise<ModelCards> {
  const loader = await loadConfigFromFile({ command: 'build', mode: 'production' }, modelCards);
  return (loader?.config as unknown as { load(): ModelCards }).load();
}

/** A page as the search reads it: its prose, and below it what its components draw. Nothing of one that it leaves out. */
export const renderForSearch: Render = async (source, env, md) => {
  const prose = md.render(source, env);
  if (env.frontmatter?.search === false) return '';
  if (!env.relativePath.endsWith('guide/models.md')) return prose;
  const cards = (await readModelCards())[env.relativePath.startsWith('zh/') ? 'zh' : 'en'];
  const escape = md.utils.escapeHtml;
  return [
    prose,
    ...cards.map(({ id, name, claim, taskName, task, data, heads, cannot }) => {
      const title = `<h2 id="${id}">${escape(name)} <a href="#${id}"></a></h2>`;
      const said = [claim, taskName, task, data, heads, cannot, id];
      return `${title}${said.map((text) => `<p>${escape(text)}</p>`).join('')}`;
    }),
  ].join('');
};
