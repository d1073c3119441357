// VitePress sends all styles of its theme with every page. This takes out the rules for what no page has, and puts those of
// prose and of the search, which the playground's first view does not show, into a sheet of their own.

import postcss, { type Root } from 'postcss';
import type { Plugin, Rollup } from 'vite';

const wordsIn = (scripts: readonly string[]): ReadonlySet<string> =>
  new Set(scripts.flatMap((script) => script.match(/[\w-]+/g) ?? []));

/** Without the selectors that are not to stay; then without animations and properties that no rule and no script uses. */
function reduced(
  css: string,
  stays: (selector: string) => boolean,
  users: readonly string[],
): string {
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    const parent = rule.parent;
    if (parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(parent.name)) return;
    const used = rule.selectors.filter(stays);
    if (used.length === 0) rule.remove();
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
  removeKeyframes(root);
  while (removeProperties(root, users));
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
}

/** Without rules that need a class or an id that no script and no page mentions. */
export function withoutUnused(css: string, scripts: readonly string[]): string {
  const words = wordsIn(scripts);
  return reduced(css, (selector) => mayMatch(selector, words), scripts);
}

/**
 * The rules that `first` scripts may need, and those that only `late` ones do. The first sheet keeps the properties that
 * the late one uses.
 */
export function split(
  css: string,
  first: readonly string[],
  late: readonly string[],
): { first: string; late: string } {
  // Whoever looks for elements of a class need not have any.
  const atFirst = wordsIn(first.map((script) => script.replace(/["'`]\.[\w-]+/g, '')));
  const ever = wordsIn([...first, ...late]);
  const isLate = (selector: string) => mayMatch(selector, ever) && !mayMatch(selector, atFirst);
  const lateSheet = reduced(css, isLate, [...first, ...late, css]);
  const stays = (selector: string) => mayMatch(selector, atFirst);
  return { first: reduced(css, stays, [...first, ...late, lateSheet]), late: lateSheet };
}

/**
 * Whether all classes, ids and scopes of components that `selector` requires are among the words; what is in brackets may
 * be an exclusion.
 */
function mayMatch(selector: string, words: ReadonlySet<string>): boolean {
  let required = selector;
  for (let inner; (inner = required.replace(/\([^()]*\)/g, '')) !== required;) required = inner;
  const withoutOthers = required.replace(/\[(?!data-v-)[^\]]*\]/g, '');
  return [...withoutOthers.matchAll(/[.#[]([\w-]+)/g)].every(
    // Some scripts put names together: `level-` and a number.
    ([, name = '']) => words.has(name) || words.has(name.replace(/[^-]+$/, '')),
  );
}

function removeKeyframes(root: Root): void {
  const used = new Set<string>();
  root.walkDecls(/^animation(-name)?$/, ({ value }) => {
    for (const word of value.match(/[\w-]+/g) ?? []) used.add(word);
  });
  root.walkAtRules(/keyframes$/, (rule) => {
    if (!used.has(rule.params)) rule.remove();
  });
}

/** Whether there were any: their values may have been the only use of others. */
function removeProperties(root: Root, scripts: readonly string[]): boolean {
  const used = new Set<string>();
  const note = (text: string) => {
    for (const [name] of text.matchAll(/--[\w-]+/g)) used.add(name);
  };
  scripts.forEach(note);
  root.walkDecls(({ value }) => note(value));
  let some = false;
  root.walkDecls(/^--/, (declaration) => {
    if (used.has(declaration.prop)) return;
    const rule = declaration.parent;
    declaration.remove();
    if (rule?.nodes.length === 0) rule.remove();
    some = true;
  });
  return some;
}

/** Whether a script leads to what pages of prose and the search both import. */
function isLate(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle): boolean {
  const ids = (file: Rollup.OutputChunk) => file.moduleIds.some((id) => lateModule.test(id));
  return (
    ids(chunk) ||
    chunk.imports.some((name) => {
      const imported = bundle[name];
      return imported?.type === 'chunk' && isLate(imported, bundle);
    })
  );
}

/** The scripts that something else than pages of prose and the search may fetch. */
function firstChunks(bundle: Rollup.OutputBundle): ReadonlySet<Rollup.OutputChunk> {
  const isFirst = (file: Rollup.OutputBundle[string] | undefined) =>
    file?.type === 'chunk' && !isLate(file, bundle);
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = new Set(chunks.filter((chunk) => chunk.isEntry && isFirst(chunk)));
  for (const { imports, dynamicImports } of first) {
    for (const name of [...imports, ...dynamicImports]) {
      const next = bundle[name];
      if (next?.type === 'chunk' && isFirst(next)) first.add(next);
    }
  }
  return first;
}

const lateModule = /\/theme\/(prose|late-styles)\.ts$/;

let proseFile: string | undefined;

/** The path in the site of the sheet for prose and the search, once the scripts and styles are built. */
export function proseSheet(): string {
  if (!proseFile) throw new Error('The styles of prose are not built yet');
  return proseFile;
}

export const unusedStyles: Plugin = {
  name: 'unused styles',
  // Not what renders the pages beforehand: it has other styles, which nobody fetches.
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle);
      const chunks = files.filter((file) => file.type === 'chunk');
      const firsts = firstChunks(bundle);
      const code = (late: boolean) =>
        chunks.filter((chunk) => firsts.has(chunk) !== late).map((chunk) => chunk.code);
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        // Anew, as the name contains a hash of the contents.
        delete bundle[file.fileName];
        const { first, late } = split(String(file.source), code(false), code(true));
        this.emitFile({ type: 'asset', name: 'style.css', source: first });
        proseFile = this.getFileName(
          this.emitFile({ type: 'asset', name: 'prose.css', source: late }),
        );
      }
    },
  },
};
