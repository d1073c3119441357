// Styles in web/: text sizes and breakpoints come from web/styles/sizes.ts, and every selector finds something in the
// templates that its style sheet is for.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/run.mjs';

/** The constants of web/styles/sizes.ts: { textSizes, breakpoints }. */
export async function readSizes() {
  const module = readFileSync(join(root, 'web/styles/sizes.ts'), 'utf8');
  const { outputText } = ts.transpileModule(module, { compilerOptions: { module: 'esnext' } });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** Sizes that are computed from the room of a cell or from the zoom of a picture. */
const computedSizes = ['--digits', '--figure', '--label'];

/** Modules without templates. */
const wordy = /^web\/(engine|text|i18n|trace)\/|\/texts\//;

/** The `css` literals of a module, with what it puts in between as «expression», and the words of everything else. */
function readModule(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const sheets = [];
  const words = new Set();
  const prefixes = [];
  const imports = [];
  let isElement = false;
  const take = (part) => part.split(/[^\w-]+/).forEach((word) => words.add(word));
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'css') {
      const css = node.template
        .getText()
        .slice(1, -1)
        .replace(/\$\{([^{}]*)\}/g, '«$1»');
      sheets.push({ css, line: source.getLineAndCharacterOfPosition(node.getStart()).line });
      return;
    }
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      const from = node.moduleSpecifier?.text;
      if (from?.startsWith('.'))
        imports.push(posix.join(posix.dirname(path), from.replace(/js$/, 'ts')));
      return;
    }
    if (ts.isCallExpression(node)) {
      if (node.expression.getText() === 'define') isElement = true;
      const [from] = node.arguments;
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword && ts.isStringLiteral(from)) {
        imports.push(posix.join(posix.dirname(path), from.text.replace(/js$/, 'ts')));
      }
    }
    if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) take(node.text);
    else if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node)) {
      take(node.text);
      // `role-${role}`: every word that begins so is meant.
      const prefix = /[\w-]+-$/.exec(node.text)?.[0];
      if (prefix) prefixes.push(prefix);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, sheets, words, prefixes, imports, isElement };
}

/** The rules, declarations and at-rules of a style sheet: [{ kind, text, line }]. */
function pieces(css) {
  const plain = css.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const found = [];
  for (const { 1: raw, 2: end, index } of plain.matchAll(/([^{};]*)([{};])/g)) {
    const text = raw.trim();
    if (text === '') continue;
    const line = plain.slice(0, index + raw.length - raw.trimStart().length).split('\n').length - 1;
    const kind = end !== '{' ? 'declaration' : text.includes('@') ? 'condition' : 'selector';
    found.push({ kind, text: text.replace(/\s+/g, ' '), line });
  }
  return found;
}

const sizeList = ({ textSizes }, own) =>
  own
    ? [...Object.keys(textSizes).map((name) => `--ap-text-${name}`), ...computedSizes].map(
        (name) => `var(${name})`,
      )
    : Object.values(textSizes).map((size) => `${size}px`);

/** Problems of one declaration or condition; `own` are our modules, else a plain .css file, which knows no constants. */
function sizeProblem({ kind, text }, sizes, own) {
  if (kind === 'declaration') {
    const [, property, value] = /^(?:«[^»]*» )*(font|font-size): ?(.*)$/.exec(text) ?? [];
    if (!property || value === 'inherit') return undefined;
    const size = property === 'font' ? value.replace(/^(?:\d+|bold|italic) /, '') : value;
    const allowed = sizeList(sizes, own);
    const fits = allowed.some(
      (one) => size === one || (property === 'font' && size.startsWith(`${one} `)),
    );
    return fits ? undefined : `${text}: the text sizes are ${allowed.join(', ')}`;
  }
  if (kind !== 'condition' || !/@(container|media)/.test(text)) return undefined;
  const lengths = text.match(/[\d.]+(?:px|r?em|ch|v[wh])/g) ?? [];
  if (own) return lengths.length > 0 ? `${text}: take it from breakpoints.ts` : undefined;
  const widths = Object.values(sizes.breakpoints).map((width) => `${width}px`);
  const other = lengths.filter((length) => !widths.includes(length));
  return other.length > 0 ? `${text}: the breakpoints are ${widths.join(', ')}` : undefined;
}

/** The names that a selector looks for: elements, classes and ids. */
function namesIn(selector) {
  const simple = selector
    .replace(/«[^»]*»/g, ' ')
    .replace(/\[[^\]]*\]|::?(?!is|not|has|where|host)[\w-]+(?:\([^()]*\))?|:lang\([^)]*\)/g, ' ');
  return [...simple.matchAll(/([.#]?)(-?[a-z][\w-]*)/gi)]
    .map(({ 1: sign, 2: name, index }) => ({ sign, name, before: simple[index - 1] }))
    .filter(({ before }) => before !== ':')
    .map(({ name }) => name);
}

/** Selectors that find nothing in the templates of the elements that use their style sheet. */
function unusedSelectors(modules) {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const importers = new Map();
  for (const { path, imports } of modules) {
    for (const one of imports) importers.set(one, [...(importers.get(one) ?? []), path]);
  }
  const reach = (from, next) => {
    const seen = new Set(from);
    for (const path of seen) for (const one of next(path)) if (byPath.has(one)) seen.add(one);
    return [...seen].map((path) => byPath.get(path));
  };
  return modules
    .filter(({ sheets }) => sheets.length > 0)
    .flatMap((module) => {
      const up = (path) => (byPath.get(path).isElement ? [] : (importers.get(path) ?? []));
      const elements = reach([module.path], up).filter(({ isElement }) => isElement);
      const start = elements.length > 0 ? elements.map(({ path }) => path) : [module.path];
      // Another element has a style sheet of its own; texts are full of words that are nobody's class.
      const down = (path) =>
        byPath.get(path).imports.filter((one) => !byPath.get(one)?.isElement && !wordy.test(one));
      const users = reach(start, down);
      const isUsed = (name) =>
        users.some(
          ({ words, prefixes }) =>
            words.has(name) || prefixes.some((prefix) => name.startsWith(prefix)),
        );
      return module.sheets.flatMap(({ css, line }) =>
        pieces(css)
          .filter(({ kind, text }) => kind === 'selector' && !/^(from|to|[\d.]+%)/.test(text))
          .flatMap((piece) =>
            [...new Set(namesIn(piece.text))]
              .filter((name) => !isUsed(name))
              .map((name) => `${module.path}:${line + piece.line + 1}: nothing is ${name}`),
          ),
      );
    });
}

/**
 * Problems in the style sheets of `files`, { path: text } of modules and .css files; `sizes` are the constants of
 * web/styles/sizes.ts.
 */
export function styleProblems(files, sizes) {
  const modules = [];
  const sheets = [];
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith('.css')) sheets.push({ path, css: text, line: 0, own: false });
    else {
      const module = readModule(path, text);
      modules.push(module);
      sheets.push(...module.sheets.map((sheet) => ({ path, own: true, ...sheet })));
    }
  }
  const ofSizes = sheets.flatMap(({ path, css, line, own }) =>
    pieces(css).flatMap((piece) => {
      const problem = sizeProblem(piece, sizes, own);
      return problem ? [`${path}:${line + piece.line + 1}: ${problem}`] : [];
    }),
  );
  return [...ofSizes, ...unusedSelectors(modules)];
}
