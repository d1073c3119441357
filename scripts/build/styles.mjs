// Style sheets and HTML in TypeScript are read by people; visitors need neither comments in sheets nor indentation.

import { readFile } from 'node:fs/promises';

/** A css`…`, html`…` or svg`…` template without templates inside it. */
const templates = /\b(css|html|svg)`((?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*)`/g;

/** A source with shorter templates; lines stay where they are, so that source maps fit. */
export function shortened(source) {
  return source.replace(templates, (_, tag, text) => {
    const rest = tag === 'css' ? withoutComments(text) : text;
    return `${tag}\`${rest.replace(/\n[ \t]+/g, '\n')}\``;
  });
}

const withoutComments = (sheet) =>
  sheet.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''));

/** For esbuild: sources with shorter templates, each of which also reads what `before` has for its path. */
export const shortStyles = (before = new Map()) => ({
  name: 'short styles',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/].*\.ts$/ }, async ({ path }) => {
      const others = (before.get(path) ?? []).map((other) => `import ${JSON.stringify(other)};`);
      const source = shortened(await readFile(path, 'utf8'));
      return { contents: [source, ...others].join('\n'), loader: 'ts' };
    });
  },
});
