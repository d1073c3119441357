// Two rules of stylelint.config.mjs: at which widths layouts change, and that each selector finds something in the
// templates that its style sheet is for.

import { readdirSync, readFileSync } from 'node:fs';
import { posix, relative } from 'node:path';
import stylelint from 'stylelint';
import ts from 'typescript';

/** A plugin: `problemsOf` gives the [node, word, message] of what is wrong in a style sheet. */
function plugin(name, problemsOf) {
  const ruleName = `attention-playground/${name}`;
  const rule = (option) => (root, result) => {
    if (root.nodes.length === 0) return; // a module without styles
    for (const [node, word, message] of problemsOf(root, option, relative('.', result.opts.from)))
      stylelint.utils.report({ ruleName, result, node, word, message });
  };
  return stylelint.createPlugin(ruleName, Object.assign(rule, { ruleName, messages: {} }));
}

/** The option lists the lengths that conditions may name. */
const breakpoints = plugin('breakpoints', (root, allowed) => {
  const found = [];
  root.walkAtRules(/^(media|container)$/, (node) => {
    for (const [length] of node.params.matchAll(/\b[\d.]+(?:px|r?em|ch|v[wh])\b/g))
      if (!allowed.includes(length))
        found.push([
          node,
          length,
          `Layouts change at widths of web/styles/sizes.ts, not at ${length}`,
        ]);
  });
  return found;
});

/** What a module says in strings and templates, but for its style sheets, and what it imports. */
function readModule(path) {
  const text = readFileSync(path, 'utf8');
  const words = [];
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css') return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) words.push(node.text);
    // What an expression continues may be the beginning of any word: `role-${role}`.
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) words.push(`${node.text}*`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return {
    words: new Set(words.flatMap((each) => each.split(/[^\w*-]+/))),
    imports: ts
      .preProcessFile(text)
      .importedFiles.map(({ fileName }) => posix.join(path, '..', fileName.replace(/js$/, 'ts'))),
    isElement: /\bdefine\(\s*'/.test(text),
  };
}

const sources = readdirSync('web', { recursive: true })
  .map((path) => posix.join('web', path))
  .filter((path) => /(?<!\.d)\.ts$/.test(path) && !/^web\/site\/|\/generated\//.test(path));
const modules = new Map(sources.map((path) => [path, readModule(path)]));

/** These modules and all those that `next` leads to from them. */
function reached(paths, next) {
  const seen = new Set(paths);
  for (const path of seen) for (const one of next(path)) if (modules.has(one)) seen.add(one);
  return [...seen];
}

/** Modules without templates, full of words that are nobody's class. */
const wordy = /^web\/(engine|text|i18n|trace)\/|\/texts\//;

/** The words of the templates of those elements that use the style sheets of a module. */
function wordsFor(path) {
  const isElement = (one) => modules.get(one)?.isElement;
  const importers = (one) => sources.filter((other) => modules.get(other).imports.includes(one));
  const elements = reached([path], (one) => (isElement(one) ? [] : importers(one))).filter(
    isElement,
  );
  // Another element has style sheets of its own.
  const parts = (one) =>
    modules.get(one).imports.filter((other) => !isElement(other) && !wordy.test(other));
  const users = reached(elements.length > 0 ? elements : [path], parts);
  return users.flatMap((one) => [...modules.get(one).words]);
}

/** What is no name in a selector: expressions of the module, attributes, and pseudo-classes but those of selectors. */
const noName = /\w*POSTCSS_LIT\w*|\[[^\]]*\]|::?(?!is|not|has|where|host)[\w-]+(\([^()]*\))?/g;

const noDeadSelectors = plugin('no-dead-selectors', (root, _, path) => {
  const words = wordsFor(path);
  const known = new Set(words);
  const beginnings = words.filter((word) => /-\*$/.test(word)).map((word) => word.slice(0, -1));
  const isUsed = (name) => known.has(name) || beginnings.some((one) => name.startsWith(one));
  const found = [];
  root.walkRules((node) => {
    if (node.parent.name === 'keyframes') return;
    const names = node.selector.replace(noName, ' ').match(/(?<![:\w-])-?[a-z][\w-]*/gi) ?? [];
    for (const name of new Set(names))
      if (!isUsed(name)) found.push([node, name, `Nothing is ${name}`]);
  });
  return found;
});

export default [breakpoints, noDeadSelectors];
