// custom-elements.json: what the published elements offer (attributes, properties, events, slots, CSS parts and
// properties), read from their classes and doc comments.

import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { create, ts } from '@custom-elements-manifest/analyzer/index.js';
import { litPlugin } from '@custom-elements-manifest/analyzer/src/features/framework-plugins/lit/lit.js';
import { Failure, root } from '../lib/run.mjs';
import { filesBelow } from '../lib/steps.mjs';
import { publicMembers, withBases } from './declarations.mjs';
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

function analyse() {
  const files = filesBelow('web', (path) => /generated$|^web\/(site|engine|i18n)$/.test(path));
  const modules = files
    .filter((path) => path.endsWith('.ts'))
    .map((path) =>
      ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ES2022, true),
    );
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
const isLiteral = (text) => /^('[^']*'|-?[\d.]+|true|false|null)$/.test(text);

/** What belongs to the page: nothing private, nothing about the library that the element is built with. */
function published({ superclass: _, ...declaration }, types) {
  const declared = publicMembers(withBases(types, declaration.name));
  // The analyzer reads types only where they are written; the compiler has declared all of them.
  const typeOf = (name) => declared.get(name)?.nodes[0].type?.getText();
  const describe = ({ inheritedFrom: _, default: initial, ...item }) => ({
    ...item,
    ...(item.type ? {} : { type: { text: typeOf(item.fieldName ?? item.name) } }),
    ...(isLiteral(initial) ? { default: initial } : {}),
  });
  const { members = [], attributes = [], events = [] } = declaration;
  return {
    ...declaration,
    members: members.filter(isPublic).map(describe),
    attributes: attributes.map(describe),
    events: events.map(({ inheritedFrom: _, ...event }) => event),
  };
}

/**
 * [{ entry, source, compiled, declaration }] of the elements: the entry of the package, the source and its compiled
 * declarations, and what the class offers.
 * `types` is the folder of the compiler's declarations.
 */
export function readElements(types) {
  const modules = analyse();
  return Object.entries(elementEntries()).map(([entry, path]) => {
    const { name, source } = exportedClass(path);
    const module = modules.find((module) => module.path === source);
    const declaration = module?.declarations.find((declaration) => declaration.name === name);
    if (!declaration?.tagName) throw new Failure(`${source} does not define ${name}`);
    const compiled = source.replace(/^web/, types).replace(/\.ts$/, '.d.ts');
    return { entry, source, compiled, declaration: published(declaration, compiled) };
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
