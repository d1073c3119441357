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

/** For esbuild. */
export const shortStyles = {
  name: 'short styles',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]web[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: shortened(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
