import type { DefaultTheme } from 'vitepress';
import { glossaryForSearch, PLACE } from './lessons/glossary/page';
import { readData } from './read-data';
import type { ModelCards } from './read-models';

type Render = NonNullable<DefaultTheme.LocalSearchOptions['_render']>;

/**
 * The page under its title, which has the words that people look for, and with its description: what stands in the first heading may
 * be short, and a page with a playground has hardly any prose.
 */
function underTitle(html: string, { title, description }: Frontmatter, escape: Escape): string {
  return html.replace(/<h1([^>]*)>(.*?)<\/h1>/s, (whole, attributes: string, inside: string) => {
    if (!title) return whole;
    const id = /\bid="([^"]*)"/.exec(attributes)?.[1] ?? '';
    const heading = inside.replace(/<a .*<\/a>/s, '');
    const said = [heading, escape(description ?? '')].map((text) => `<p>${text}</p>`);
    return `<h1 id="${id}">${escape(title)} <a href="#${id}"></a></h1>${said.join('')}`;
  });
}

type Escape = (text: string) => string;
interface Frontmatter {
  title?: string;
  description?: string;
}

/** A page as the search reads it: its prose, and below it what its components draw. Nothing of one that it leaves out. */
export const renderForSearch: Render = async (source, env, md) => {
  const { escapeHtml: escape } = md.utils;
  const lang = env.relativePath.startsWith('zh/') ? 'zh' : 'en';
  const page = md.render(
    source.replace(PLACE, () => glossaryForSearch(lang)),
    env,
  );
  const prose = underTitle(page, (env.frontmatter ?? {}) as Frontmatter, escape);
  if (env.frontmatter?.search === false) return '';
  if (!env.relativePath.endsWith('guide/models.md')) return prose;
  const cards = (await readData<ModelCards>('models.data.ts'))[lang];
  return [
    prose,
    ...cards.map(({ id, name, claim, taskName, task, data, heads, cannot }) => {
      const title = `<h2 id="${id}">${escape(name)} <a href="#${id}"></a></h2>`;
      const said = [claim, taskName, task, data, heads, cannot, id];
      return `${title}${said.map((text) => `<p>${escape(text)}</p>`).join('')}`;
    }),
  ].join('');
};
