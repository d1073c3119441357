// What the published elements offer: fields as the compiler has declared them, attributes and first values as the classes have
// them when they run, and events, slots, parts and styles as the comments of the classes say.

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { Failure, root } from '../lib/run.mjs';
import { elementEntries } from './entries.mjs';

const notPublic = ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static;

/** The lists of the manifest, by the tags of comments. */
const lists = { fires: 'events', slot: 'slots', csspart: 'cssParts', cssprop: 'cssProperties' };

/** What a tag says: `{TYPE} name - description`, or `[name=first value] - description`; the slot without a name has none. */
const line =
  /^(?:\{(?<type>.*)\} )?(?:\[?(?<name>[\w-]+)(?:=(?<first>.*)\])? )?- (?<description>[^]*)$/;

/** What the comments of classes list. */
function listed(classes) {
  const found = { events: [], slots: [], cssParts: [], cssProperties: [] };
  for (const node of classes) {
    const here = dirname(node.getSourceFile().fileName);
    const fromRoot = (_, path) => `import("${join(here, path)}")`;
    for (const { tagName, comment } of ts.getJSDocTags(node)) {
      const list = found[lists[tagName.text]];
      if (!list) continue;
      const { groups } = line.exec(ts.getTextOfJSDocComment(comment));
      const text = groups.type?.replace(/import\('(.+?)\.js'\)/g, fromRoot);
      const { name = '', first, description } = groups;
      list.push({ name, type: text && { text }, default: first, description });
    }
  }
  return found;
}

/** A value as it is written, if it is plain. */
function written(value) {
  if (typeof value === 'string') return `'${value}'`;
  return value === null || /number|boolean/.test(typeof value) ? String(value) : undefined;
}

/** The properties of the elements of an entry as they run: class name → [name, { attribute, reflects, default }]. */
async function propertiesOf(source) {
  // Lit stands in for the rest of the DOM in Node.
  for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'])
    globalThis[name] ??= class {};
  const module = source.replace(/^web/, 'lib/modules').replace(/\.ts$/, '.js');
  const classes = Object.values(await import(pathToFileURL(join(root, module))));
  return new Map(classes.map((Element) => [Element.name, propertiesAsRun(new Element())]));
}

const propertiesAsRun = (element) =>
  [...element.constructor.elementProperties]
    .filter(([, { state }]) => !state)
    .map(([name, { attribute, reflect }]) => [
      name,
      {
        attribute:
          attribute === false ? undefined : attribute?.length ? attribute : name.toLowerCase(),
        reflects: reflect || undefined,
        default: written(element[name]),
      },
    ]);

/** Reads the compiler's declarations at `paths`, where those below the folder `types` are ours. */
function declarationsAt(paths, types) {
  const moduleResolution = ts.ModuleResolutionKind.Bundler;
  const options = { strict: true, types: [], module: ts.ModuleKind.ESNext, moduleResolution };
  const program = ts.createProgram(paths, options);
  const checker = program.getTypeChecker();
  // Seen from a file that imports nothing, a type of ours is `import("PATH").NAME`.
  const [elsewhere] = program.getSourceFiles();
  const textOf = (type) => checker.typeToString(type, elsewhere, ts.TypeFormatFlags.NoTruncation);
  const commentOf = (symbol) =>
    ts.displayPartsToString(symbol.getDocumentationComment(checker)) || undefined;
  const isOurs = (node) => node?.getSourceFile().fileName.startsWith(types);

  /** The classes that a module exports: of each its symbol, its type, and the declarations of it and of what it extends. */
  const classesOf = (path) =>
    checker
      .getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(path)))
      .map((exported) => {
        const symbol = checker.getAliasedSymbol(exported);
        const type = checker.getDeclaredTypeOfSymbol(symbol);
        const classes = [];
        for (let each = type; isOurs(each.symbol.valueDeclaration);) {
          classes.push(each.symbol.valueDeclaration);
          [each] = checker.getBaseTypes(each.target ?? each);
        }
        return { symbol, type, classes };
      });

  /** [name, { type, accepts, readonly, description }] of public fields; what one `accepts` may be more than its type. */
  const fieldsOf = (type) =>
    type.getProperties().flatMap((symbol) => {
      const nodes = symbol.declarations.filter(isOurs);
      const isHidden = nodes.some((node) => ts.getCombinedModifierFlags(node) & notPublic);
      if (nodes.length === 0 || isHidden || symbol.flags & ts.SymbolFlags.Method) return [];
      const setter = nodes.find(ts.isSetAccessor);
      const field = {
        type: { text: textOf(checker.getTypeOfSymbol(symbol)) },
        accepts: setter && textOf(checker.getTypeAtLocation(setter.parameters[0])),
        readonly: (!setter && nodes.some(ts.isGetAccessor)) || undefined,
        description: commentOf(symbol),
      };
      return [[symbol.name, field]];
    });
  return { classesOf, fieldsOf, commentOf };
}

/**
 * [{ entry, path, declaration }] of the elements: the entry of the package, the module below web/ without its ending, and what
 * the manifest says. Types of ours are `import("PATH").NAME`; `types` is the folder of the compiler's declarations.
 */
export async function readElements(types) {
  const sources = Object.entries(elementEntries()).map(([entry, source]) => ({
    entry,
    source,
    path: source.replace(/^web/, types).replace(/\.ts$/, '.d.ts'),
  }));
  const { classesOf, fieldsOf, commentOf } = declarationsAt(
    sources.map(({ path }) => path),
    types,
  );
  const elements = [];
  for (const { entry, source, path } of sources) {
    const running = await propertiesOf(source);
    for (const { symbol, type, classes } of classesOf(path)) {
      const { fileName, text } = classes[0].getSourceFile();
      const fields = new Map(fieldsOf(type));
      const properties = new Map(running.get(symbol.name));
      const members = [...new Set([...properties.keys(), ...fields.keys()])].map((name) => {
        return { kind: 'field', name, ...fields.get(name), ...properties.get(name) };
      });
      const attributes = members
        .filter(({ attribute }) => attribute)
        .map(({ attribute, name, type, description, default: first }) => {
          return { name: attribute, fieldName: name, type, description, default: first };
        });
      const [, tagName] = new RegExp(`'([\\w-]+)': ${symbol.name};`).exec(text) ?? [];
      if (!tagName)
        throw new Failure(`${source}: HTMLElementTagNameMap has no tag of ${symbol.name}.`);
      const names = { kind: 'class', name: symbol.name, tagName, customElement: true };
      const description = commentOf(symbol);
      const declaration = { ...names, description, members, attributes, ...listed(classes) };
      const module = fileName.slice(types.length + 1, -'.d.ts'.length);
      elements.push({ entry, path: module, declaration });
    }
  }
  return elements;
}

/** The text of custom-elements.json; modules are named as they are published. */
export function manifestOf(elements) {
  const modules = elements.map(({ path, declaration }) => {
    const module = `lib/modules/${path}.js`;
    const { name, tagName } = declaration;
    const reference = { name, module };
    const members = declaration.members.map(({ accepts: _, ...member }) => member);
    return {
      kind: 'javascript-module',
      path: module,
      declarations: [{ ...declaration, members }],
      exports: [
        { kind: 'js', name, declaration: reference },
        { kind: 'custom-element-definition', name: tagName, declaration: reference },
      ],
    };
  });
  const text = JSON.stringify({ schemaVersion: '1.0.0', readme: '', modules }, null, 2);
  return `${text.replace(/import\(\\"[^"]+\\"\)\./g, '')}\n`;
}
