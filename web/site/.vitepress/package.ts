// What `attention-playground/…` means in the site's pages: the package as it is published (`dist`), or its sources while
// `npm run dev` serves them.

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The entry of `attention-playground`, which is `index`, and of `…/element`, `…/step`, `…/lessons` and `…/panels/…`. */
const entryOf = (source: string): string | undefined => {
  if (source === 'attention-playground') return 'index';
  return /^attention-playground\/(element|step|lessons|panels\/[\w-]+)$/.exec(source)?.[1];
};

/** Folders of `web` whose entry has another name. */
const folders: Readonly<Record<string, string>> = {
  index: 'engine',
  element: 'playground',
  step: 'playground/step',
};

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

/** What is added to a source, by the end of its path: it takes what has changed, and has it drawn. See theme/hot.ts. */
const hot: Readonly<Record<string, string>> = {
  '/web/i18n/index.ts': `
    const take = (language) => (module) => {
      if (module) fetched.set(language, module[language]);
      redraw();
    };
    import.meta.hot.accept('./en/index.ts', take('en'));
    import.meta.hot.accept('./zh/index.ts', take('zh'));`,
  '/web/styles/palette.ts': `
    const { first } = (import.meta.hot.data.first ??= palette, import.meta.hot.data);
    import.meta.hot.accept((module) => module && recolour(first, module.palette));`,
  '/web/figures/generated/kinds.ts': `
    import.meta.hot.accept(KINDS, (modules) => {
      for (const { kind } of modules.filter(Boolean)) for (const op of kind.ops) kinds[op] = kind;
      redraw();
    });`,
};

function withHot(code: string, id: string): string | undefined {
  const [, more] = Object.entries(hot).find(([end]) => id.endsWith(end)) ?? [];
  if (!more) return undefined;
  const kinds = [...code.matchAll(/'(\.\.\/kinds\/\w+)\.js'/g)].map(([, path]) => `${path}.ts`);
  const client = JSON.stringify(file('web/site/.vitepress/theme/hot.ts'));
  return `import { recolour, redraw } from ${client};\n${code}\n${more.replace('KINDS', JSON.stringify(kinds))}`;
}

export const sourcePackage: Plugin = {
  name: 'the sources of the package',
  apply: 'serve',
  enforce: 'pre',
  // All that the sources import of other packages is found before the first page asks for it.
  config: () => ({
    optimizeDeps: {
      entries: ['../playground/{,step/}index.ts', '../lessons/index.ts', '../panels/*/index.ts'],
    },
    // What a build of the site writes beside its sources is no change of them.
    server: { watch: { ignored: ['**/.vitepress/dist/**'] } },
  }),
  resolveId(source) {
    const entry = entryOf(source);
    if (!entry) return undefined;
    return file(`web/${folders[entry] ?? entry}/index.ts`);
  },
  transform(code, id) {
    const hot = withHot(code, id);
    return hot === undefined ? undefined : { code: hot, map: null };
  },
  configureServer({ middlewares, watcher, ws }) {
    // In `dist` the models and the single script lie beside the scripts that name them; a browser asks for an icon before the
    // page names its own.
    middlewares.use((request, _, next) => {
      request.url = request.url
        ?.replace('/web/learned/models/', '/models/')
        .replace('/web/playground/take/attention-playground', '/dist/attention-playground')
        .replace('/favicon.ico', '/icon.svg');
      next();
    });
    // No script imports it: it is fetched.
    const wasm = file('web/engine/generated/wasm/');
    watcher.add(wasm);
    watcher.on('change', (path) => {
      if (path.startsWith(wasm)) ws.send({ type: 'full-reload' });
    });
    // The bar lists the pages that there were when the configuration was read.
    let soon: NodeJS.Timeout | undefined;
    for (const event of ['add', 'unlink']) {
      watcher.on(event, (path) => {
        if (!/\/explore\/[\w-]+\.md$/.test(path)) return;
        clearTimeout(soon);
        soon = setTimeout(() => watcher.emit('change', file('web/site/.vitepress/config.ts')), 100);
      });
    }
  },
};
