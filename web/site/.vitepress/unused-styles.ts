// VitePress sends all styles of its theme with every page. This takes out the rules for what no page has.

import postcss, { type Root } from 'postcss';
import type { Plugin } from 'vite';

/** Rules that need a class or an id that no script and no page mentions; then animations and properties that no rule uses. */
export function withoutUnused(css: string, scripts: readonly string[]): string {
  const words = new Set(scripts.flatMap((script) => script.match(/[\w-]+/g) ?? []));
  const root = postcss.parse(css);
  root.walkRules((rule) => {
    const parent = rule.parent;
    if (parent?.type === 'atrule' && 'name' in parent && /keyframes$/.test(parent.name)) return;
    const used = rule.selectors.filter((selector) => mayMatch(selector, words));
    if (used.length === 0) rule.remove();
    else if (used.length < rule.selectors.length) rule.selectors = used;
  });
  removeKeyframes(root);
  while (removeProperties(root, scripts));
  root.walkAtRules((rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
  return root.toString();
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

export const unusedStyles: Plugin = {
  name: 'unused styles',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const files = Object.values(bundle);
      const scripts = files.flatMap((file) => (file.type === 'chunk' ? file.code : []));
      for (const file of files) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
        // Anew, as the name contains a hash of the contents.
        delete bundle[file.fileName];
        const source = withoutUnused(String(file.source), scripts);
        this.emitFile({ type: 'asset', name: 'style.css', source });
      }
    },
  },
};
