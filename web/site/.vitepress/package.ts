// What `attention-playground/…` means in the site's pages: the package as it is published (`dist`), or its sources while
// `npm run dev` serves them.

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The entry of `attention-playground/element` and of `attention-playground/panels/…`. */
const entryOf = (source: string): string | undefined =>
  /^attention-playground\/(element|panels\/[\w-]+)$/.exec(source)?.[1];

export const publishedPackage: Plugin = {
  name: 'the published package',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, _, { ssr }) {
    const entry = entryOf(source);
    if (!entry) return undefined;
    // Elements run in a browser alone: what renders pages beforehand never fetches them.
    return ssr ? { id: source, external: true } : file(`dist/${entry}.js`);
  },
};

/** Added to web/i18n/index.ts: a changed text is shown without loading the page again. */
const hotTexts = `
const redraw = (root) => {
  for (const element of root.querySelectorAll('*')) {
    element.requestUpdate?.();
    if (element.shadowRoot) redraw(element.shadowRoot);
  }
};
const take = (language) => (module) => {
  if (!module) return;
  fetched.set(language, module[language]);
  redraw(document);
};
import.meta.hot.accept('./en/index.ts', take('en'));
import.meta.hot.accept('./zh/index.ts', take('zh'));
`;

export const sourcePackage: Plugin = {
  name: 'the sources of the package',
  apply: 'serve',
  enforce: 'pre',
  // All that the sources import of other packages is found before the first page asks for it.
  config: () => ({ optimizeDeps: { entries: ['../playground/index.ts', '../panels/*/index.ts'] } }),
  resolveId(source) {
    const entry = entryOf(source);
    if (!entry) return undefined;
    return file(`web/${entry === 'element' ? 'playground' : entry}/index.ts`);
  },
  transform: (code, id) =>
    id.endsWith('/web/i18n/index.ts') ? { code: code + hotTexts, map: null } : undefined,
  configureServer({ middlewares, watcher, ws }) {
    // In `dist` the models lie beside the scripts that name them.
    middlewares.use((request, _, next) => {
      request.url = request.url?.replace('/web/learned/models/', '/models/');
      next();
    });
    // No script imports it: it is fetched.
    const wasm = file('web/engine/generated/wasm/');
    watcher.add(wasm);
    watcher.on('change', (path) => {
      if (path.startsWith(wasm)) ws.send({ type: 'full-reload' });
    });
  },
};
