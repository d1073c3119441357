// One glue for two modules: the linker gives imports short names, the most used first, so the same functions have other
// names in the glue of each module. Here a module's imports get the names of another one's glue.

import { Failure } from '../lib/run.mjs';
import { Reader, encoded, moduleOf, section, sectionsOf } from './wasm-binary.mjs';

/** name → the function of the glue. */
function namesIn(glue) {
  const [, list] = glue.match(/asmLibraryArg\s*=\s*\{([^}]*)\}/) ?? [];
  if (list === undefined) throw new Failure('The glue has no list of functions');
  return new Map([...list.matchAll(/"(\w+)":\s*(\w+)/g)].map(([, name, to]) => [name, to]));
}

/** All of the glue but those names and the file's: equal if it fits both modules. */
const withoutNames = (glue) =>
  glue
    .replace(/asmLibraryArg\s*=\s*\{[^}]*\}/, () => [...namesIn(glue).values()].sort().join())
    .replace(/"[\w-]+\.wasm"/g, '');

/** The import section's contents with other names for its functions, which are all it may have. */
function renamed(bytes, rename) {
  const reader = new Reader(bytes);
  const count = reader.number();
  const parts = [encoded(count)];
  const text = (run) => parts.push(encoded(run.length), run);
  for (let left = count; left > 0; --left) {
    text(reader.run(reader.number()));
    text(Buffer.from(rename(reader.run(reader.number()).toString())));
    if (reader.byte() !== 0) throw new Failure('The module imports something that is no function');
    parts.push(Buffer.from([0]), encoded(reader.number()));
  }
  return Buffer.concat(parts);
}

/** A module's bytes, made by the linker together with `own`, as they fit the glue of another module. */
export function fitted(bytes, own, glue) {
  if (withoutNames(own) !== withoutNames(glue)) {
    throw new Failure('The two modules need functions of the glue that differ by more than names');
  }
  const names = new Map([...namesIn(glue)].map(([name, to]) => [to, name]));
  const ours = namesIn(own);
  const rename = (name) => names.get(ours.get(name)) ?? name;
  const sections = sectionsOf(bytes);
  const imports = sections.find(({ id }) => id === section.import);
  if (!imports) throw new Failure('The module imports nothing');
  imports.bytes = renamed(imports.bytes, rename);
  return moduleOf(bytes, sections);
}
