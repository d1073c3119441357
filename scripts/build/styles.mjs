// Style sheets in TypeScript are read by people; visitors need neither their comments nor their indentation.

import { readFile } from 'node:fs/promises';

/** A css`…` template without templates inside it. */
const sheets = /\bcss`((?:[^`\\$]|\\.|\$(?!\{)|\$\{[^{}`]*\})*)`/g;

/** A source with shorter style sheets; lines stay where they are, so that source maps fit. */
export function shortened(source) {
  return source.replace(sheets, (_, sheet) => {
    const withoutComments = sheet.replace(/\/\*[^]*?\*\//g, (comment) =>
      comment.replace(/[^\n]/g, ''),
    );
    return `css\`${withoutComments.replace(/\n[ \t]+/g, '\n')}\``;
  });
}

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
