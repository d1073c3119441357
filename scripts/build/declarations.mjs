// Pieces of declaration files (.d.ts): found, cut out with the names that they need, and put into another file.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { Failure } from '../lib/run.mjs';

const notPublic = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;

function parse(path, text = readFileSync(path, 'utf8')) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

/** What the names of a file stand for: name → { from, exported }; `from` is a path, or the name of a package. */
function originsOf(file) {
  const origins = new Map();
  // Types in comments, as in `@fires {CustomEvent<import('./cell.js').Cell>} name`.
  for (const [, path, name] of file.text.matchAll(/import\('(\.[^']+)'\)\.(\w+)/g)) {
    origins.set(name, { from: join(dirname(file.fileName), path), exported: name });
  }
  for (const statement of file.statements) {
    for (const { name, propertyName } of statement.importClause?.namedBindings?.elements ?? []) {
      const { text } = statement.moduleSpecifier;
      const from = text.startsWith('.') ? join(dirname(file.fileName), text) : text;
      origins.set(name.text, { from, exported: (propertyName ?? name).text });
    }
    if (statement.name?.text && !ts.isModuleDeclaration(statement)) {
      const exported = statement.name.text;
      origins.set(exported, { from: file.fileName.replace(/\.d\.ts$/, '.js'), exported });
    }
  }
  return origins;
}

/** A class, then those of ours that it extends: [{ file, node }]. */
export function withBases(path, name) {
  const file = parse(path);
  const node = file.statements.find(
    (each) => ts.isClassDeclaration(each) && each.name?.text === name,
  );
  if (!node) throw new Failure(`${path} declares no class ${name}`);
  const base = originsOf(file).get(node.heritageClauses?.[0]?.types[0].expression.getText());
  if (!base?.from.endsWith('.js')) return [{ file, node }];
  return [{ file, node }, ...withBases(base.from.replace(/\.js$/, '.d.ts'), base.exported)];
}

/** The declarations in the bodies of classes: name → { file, nodes, type }; an accessor has two nodes. */
function writtenMembers(classes) {
  const members = new Map();
  for (const { file, node } of classes) {
    const own = new Map();
    for (const member of node.members) {
      if (!member.name || ts.getCombinedModifierFlags(member) & notPublic) continue;
      const name = member.name.getText();
      const nodes = [...(own.get(name)?.nodes ?? []), member];
      own.set(name, { file, nodes, type: nodes[0].type?.getText() });
    }
    for (const [name, member] of own) if (!members.has(name)) members.set(name, member);
  }
  return members;
}

/** Members that no class body declares, such as those of an interface of the same name: [name, { type, description }]. */
function mergedMembers(path, className, names) {
  const program = ts.createProgram([path], { strict: true, types: [] });
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(path);
  const type = checker.getDeclaredTypeOfSymbol(
    checker.getSymbolAtLocation(file).exports.get(className),
  );
  const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias;
  return names.map((name) => {
    const member = type.getProperty(name);
    if (!member) throw new Failure(`${path} does not declare ${name} of ${className}`);
    const text = checker.typeToString(checker.getTypeOfSymbol(member), undefined, flags);
    const words = text.replace(/"[^"]*"/g, '').match(/[A-Za-z_]\w*/g) ?? [];
    const named = words.filter((word) => !/^(string|number|boolean|null|true|false)$/.test(word));
    if (named.length > 0)
      throw new Failure(`${className}.${name}: declare its type, ${text}, in the class`);
    const description = ts.displayPartsToString(member.getDocumentationComment(checker));
    return [name, { type: text, description }];
  });
}

/** The declarations of an element's public members: name → { file, nodes, type } or { type, description }. */
export function publicMembers(path, className, names) {
  const members = writtenMembers(withBases(path, className));
  const others = names.filter((name) => !members.has(name));
  if (others.length === 0) return members;
  for (const [name, member] of mergedMembers(path, className, others)) members.set(name, member);
  return members;
}

/** The first parts of the names of types in a syntax tree, such as `CSS` of `CSS.Unit`. */
function typeNames(node) {
  const names = [];
  const visit = (each) => {
    const name = ts.isTypeReferenceNode(each)
      ? each.typeName
      : ts.isTypeQueryNode(each) && each.exprName;
    if (name) names.push(name.getText().split('.')[0]);
    ts.forEachChild(each, visit);
  };
  visit(node);
  return names;
}

/** A declaration file that is put together from pieces of others; it imports the types that they name. */
export class DeclarationFile {
  #imports = new Map();

  constructor(path) {
    this.path = path;
  }

  #specifier(from) {
    if (!from.startsWith('/')) return from;
    const found = relative(dirname(this.path), from);
    return found.startsWith('.') ? found : `./${found}`;
  }

  #import(files, node) {
    const origins = new Map(files.flatMap((file) => [...originsOf(file)]));
    for (const name of typeNames(node)) {
      if (!origins.has(name)) continue; // one of the language or of the DOM
      const { from, exported } = origins.get(name);
      const specifier = this.#specifier(from);
      if (!this.#imports.has(specifier)) this.#imports.set(specifier, new Set());
      this.#imports.get(specifier).add(exported === name ? name : `${exported} as ${name}`);
    }
  }

  /** The text of a node, with its comment. */
  take(file, node) {
    this.#import([file], node);
    return node.getFullText(file).trim();
  }

  /** A type that is written in a comment of one of the files. */
  takeType(files, type) {
    this.#import(files, parse('type.ts', `type T = ${type};`));
    return type;
  }

  importLines() {
    const lines = [...this.#imports].map(
      ([from, names]) => `import type { ${[...names].sort().join(', ')} } from '${from}';\n`,
    );
    return lines.sort().join('');
  }
}

/** Paths of the modules that a declaration file names, if they are ours. */
export function namedModules(path) {
  const { importedFiles } = ts.preProcessFile(readFileSync(path, 'utf8'), true, true);
  return importedFiles
    .filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(path), fileName).replace(/\.js$/, '.d.ts'));
}
