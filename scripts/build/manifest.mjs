// custom-elements.json: what the published elements offer (attributes, properties, events, slots, CSS parts and
// properties), read from their classes and doc comments.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { Failure, mustRun, root } from '../lib/run.mjs';
import { filesBelow } from '../lib/files.mjs';
import { publicMembers } from './declarations.mjs';
import { elementEntries } from './entries.mjs';

/** The tag stands in our own `define('tag', Class)`, where the analyzer does not look. */
function definePlugin() {
  let calls;
  return {
    name: 'define',
    collectPhase: () => (calls = []),
    analyzePhase({ ts, node }) {
      if (!ts.isCallExpression(node) || node.expression.getText() !== 'define') return;
      const [tag, element] = node.arguments;
      if (tag && ts.isStringLiteral(tag)) calls.push({ tag: tag.text, name: element.getText() });
    },
    moduleLinkPhase({ moduleDoc }) {
      for (const { tag, name } of calls) {
        const found = moduleDoc.declarations.find((declaration) => declaration.name === name);
        if (!found) continue;
        Object.assign(found, { tagName: tag, customElement: true });
        const declaration = { name, module: moduleDoc.path };
        moduleDoc.exports.push({ kind: 'custom-element-definition', name: tag, declaration });
      }
      calls = [];
    },
  };
}

/** Of the modules that have a class of elements, or one that such a class may extend; to analyse all takes seconds. */
function analyse() {
  const modules = filesBelow('web', (path) => /generated$|^web\/(site|engine|i18n)$/.test(path))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => /\bclass\b[^{;]*\bextends\b/.test(text))
    .map(({ path, text }) => ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return create({ modules, plugins: [...litPlugin(), definePlugin()] }).modules;
}

/** The module and the name of the class that an entry exports. */
function exportedClass(entry) {
  const text = readFileSync(join(root, entry), 'utf8');
  const found = text.match(/export \{ (\w+) \} from '(.+)\.js'/);
  if (!found) throw new Failure(`${entry} exports no element`);
  return { name: found[1], source: posix.join(posix.dirname(entry), `${found[2]}.ts`) };
}

const isPublic = ({ privacy, static: isStatic }) => !isStatic && !/private|protected/.test(privacy);

/** Adds the properties that the class makes when it runs, with the attributes and the first values of all. */
function withLive({ members, attributes }, live) {
  const found = (list, name) => list.find((each) => each.name === name) ?? { name };
  const properties = Object.entries(live).map(([name, { attribute, default: initial }]) => ({
    ...found(members, name),
    kind: 'field',
    attribute,
    default: initial,
  }));
  const others = members.filter(({ name }) => !(name in live));
  return {
    members: [...properties, ...others.map(({ default: _, ...member }) => member)],
    attributes: properties
      .filter(({ attribute }) => attribute)
      .map(({ name, attribute, description, default: initial }) => ({
        ...found(attributes, attribute),
        description,
        default: initial,
        fieldName: name,
      })),
  };
}

/** What belongs to the page: nothing private, nothing about the library that the element is built with. */
function published({ superclass: _, members = [], attributes = [], events = [], ...rest }, live) {
  const own = ({ inheritedFrom: _, ...item }) => item;
  const lists = { members: members.filter(isPublic).map(own), attributes: attributes.map(own) };
  return { ...rest, ...withLive(lists, live), events: events.map(own) };
}

/**
 * [{ entry, source, compiled, declaration, declared }] of the elements: the entry of the package, the source, the compiler's
 * declarations of it (below `types`), what the class offers, and the declarations of its members.
 */
export async function readElements(types) {
  const program = [join(root, 'scripts/build/live-properties.mjs')];
  const live = JSON.parse(await mustRun(process.execPath, program, { quiet: true }));
  const modules = analyse();
  return Object.entries(elementEntries()).map(([entry, path]) => {
    const { name, source } = exportedClass(path);
    const module = modules.find((module) => module.path === source);
    const found = module?.declarations.find((declaration) => declaration.name === name);
    if (!found?.tagName) throw new Failure(`${source} does not define ${name}`);
    const declaration = published(found, live[entry]);
    const compiled = source.replace(/^web/, types).replace(/\.ts$/, '.d.ts');
    const declared = publicMembers(
      compiled,
      name,
      declaration.members.map((member) => member.name),
    );
    // The analyzer reads types only where they are written; the compiler has declared all of them.
    for (const item of [...declaration.members, ...declaration.attributes]) {
      const { type, description } = declared.get(item.fieldName ?? item.name);
      item.type ??= { text: type };
      if (description) item.description ??= description;
    }
    return { entry, source, compiled, declaration, declared };
  });
}

/** The text of custom-elements.json; modules are named as they are published. */
export function manifestOf(elements) {
  const modules = elements.map(({ source, declaration }) => {
    const path = source.replace(/^web/, 'dist/modules').replace(/\.ts$/, '.js');
    const { name, tagName } = declaration;
    const reference = { name, module: path };
    return {
      kind: 'javascript-module',
      path,
      declarations: [declaration],
      exports: [
        { kind: 'js', name, declaration: reference },
        { kind: 'custom-element-definition', name: tagName, declaration: reference },
      ],
    };
  });
  return `${JSON.stringify({ schemaVersion: '1.0.0', readme: '', modules }, null, 2)}\n`;
}
