// The properties of the built elements, as their classes have them once they run: some are made from a table, where no
// analyzer sees them. A program of its own, as a class is read but once: prints { entry: { property: { attribute, default } } }.

import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMain, root } from '../lib/run.mjs';
import { elementEntries } from './entries.mjs';

// Lit stands in for the rest of the DOM in Node.
for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver']) {
  globalThis[name] ??= class {};
}

/** The class that an entry exports. */
async function elementOf(source) {
  const folder = dirname(source).replace(/^web/, 'dist/modules');
  const [element] = Object.values(await import(pathToFileURL(join(root, folder, 'index.js'))));
  return element;
}

const isPlain = (value) => value === null || /string|number|boolean/.test(typeof value);
const textOf = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

function propertiesOf(Element) {
  const element = new Element();
  const properties = [...Element.elementProperties].filter(([, { state }]) => !state);
  return properties.map(([name, { attribute }]) => [
    name,
    {
      attribute:
        attribute === false ? undefined : attribute?.length ? attribute : name.toLowerCase(),
      default: isPlain(element[name]) ? textOf(element[name]) : undefined,
    },
  ]);
}

if (isMain(import.meta.url)) {
  const found = {};
  for (const [entry, source] of Object.entries(elementEntries())) {
    found[entry] = Object.fromEntries(propertiesOf(await elementOf(source)));
  }
  console.log(JSON.stringify(found));
}
