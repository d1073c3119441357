// custom-elements.json and the types against the elements' code: what a class has when it runs, and the events it fires.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { elementEntries } from '../../../scripts/build/entries.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { filesBelow } from '../../../scripts/lib/files.mjs';

const { customElements } = JSON.parse(readFileSync(join(root, 'package.json')));
const { modules } = JSON.parse(readFileSync(join(root, customElements)));
const manifest = new Map(
  modules.flatMap(({ declarations }) => declarations.map((element) => [element.name, element])),
);

/** Names of the events for pages that a file fires; those of the parts begin with `ap-`. */
function eventsFired(path) {
  const names = [];
  const visit = (node) => {
    const fires =
      (ts.isNewExpression(node) && /Event$/.test(node.expression.getText())) ||
      (ts.isCallExpression(node) && /\.send$/.test(node.expression.getText()));
    const [name] = (fires && node.arguments) || [];
    if (name && ts.isStringLiteral(name) && !name.text.startsWith('ap-')) names.push(name.text);
    ts.forEachChild(node, visit);
  };
  const text = readFileSync(join(root, path), 'utf8');
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true));
  return names;
}

const typesOf = (entry) => join(root, 'lib/types', `${entry}.d.ts`);
/** The types of all entries: to read those of the DOM takes most of the time. */
const program = ts.createProgram(Object.keys(elementEntries()).map(typesOf), {
  strict: true,
  types: [],
});

const sorted = (names) => [...new Set(names)].sort();

for (const [entry, source] of Object.entries(elementEntries())) {
  describe(entry, async () => {
    const folder = dirname(source);
    const built = join(root, folder.replace(/^web/, 'lib/modules'), 'index.js');
    const classes = Object.values(await import(pathToFileURL(built)));
    const propertiesOf = ({ elementProperties }) =>
      [...elementProperties].filter(([, { state }]) => !state);

    test('each property is in the manifest, as is each attribute', () => {
      for (const Element of classes) {
        const { members, attributes } = manifest.get(Element.name);
        for (const [name] of propertiesOf(Element))
          assert.ok(
            members.some((member) => member.name === name),
            name,
          );
        assert.deepEqual(
          sorted(attributes.map(({ name }) => name)),
          sorted(Element.observedAttributes),
        );
      }
    });

    test('each event that the code fires is in the manifest, and no other', () => {
      const shared = {
        element: ['web/kit/element/starting.ts'],
        // It is a playground's store that it tells of.
        step: ['web/kit/element/starting.ts', 'web/playground/events.ts'],
        lessons: [],
      }[entry] ?? ['web/kit/element/starting.ts', 'web/panels/panel.ts'];
      const fired = [...filesBelow(folder), ...shared].flatMap(eventsFired);
      assert.ok(fired.length > 0, 'none was found');
      const listed = classes.flatMap(({ name }) => manifest.get(name).events);
      assert.deepEqual(sorted(listed.map(({ name }) => name)), sorted(fired));
    });

    test('all of it is in the types, and nothing is of an unknown type', () => {
      const path = typesOf(entry);
      const checker = program.getTypeChecker();
      const exports = checker.getSymbolAtLocation(program.getSourceFile(path)).exports;
      const typeOf = (name) => checker.getDeclaredTypeOfSymbol(exports.get(name));
      for (const Element of classes) {
        const { members, attributes, events } = manifest.get(Element.name);
        const check = (type, name) => {
          const found = type.getProperty(name);
          assert.ok(found, `${Element.name} has no ${name}`);
          const flags = checker.getTypeOfSymbol(found).flags;
          assert.ok(!(flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)), `${name} is of any type`);
        };
        for (const [name] of propertiesOf(Element)) check(typeOf(Element.name), name);
        for (const { name } of members) check(typeOf(Element.name), name);
        for (const { name } of attributes) check(typeOf(`${Element.name}Props`), name);
        for (const { name } of events) check(typeOf(`${Element.name}EventMap`), name);
      }
    });
  });
}

test('every element has a description, and every member a type', () => {
  for (const { description, members } of manifest.values()) {
    assert.ok(description.length > 20);
    assert.ok(members.every(({ type }) => type.text));
  }
});
