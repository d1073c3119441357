// One glue for two modules: the linker gives imports short names, the most used first, so the same functions have other
// names in the glue of each module. Here a module's imports get the names of another one's glue.

import { Failure } from '../lib/run.mjs';

const importSection = 2;
const header = 8;

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

/** LEB128: { value, next }. */
function readUnsigned(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at };
  }
}

function unsigned(value) {
  const bytes = [];
  for (; value >= 0x80; value = Math.floor(value / 0x80)) bytes.push((value % 0x80) | 0x80);
  return [...bytes, value];
}

/** The import section's contents with other names for its functions, which are all it may have. */
function renamed(bytes, start, rename) {
  const count = readUnsigned(bytes, start);
  const contents = unsigned(count.value);
  let at = count.next;
  const text = () => {
    const length = readUnsigned(bytes, at);
    at = length.next + length.value;
    return bytes.toString('utf8', length.next, at);
  };
  const write = (name) => contents.push(...unsigned(name.length), ...Buffer.from(name));
  for (let i = 0; i < count.value; i++) {
    write(text());
    write(rename(text()));
    if (bytes[at] !== 0) throw new Failure('The module imports something that is no function');
    const type = readUnsigned(bytes, at + 1);
    contents.push(...bytes.subarray(at, type.next));
    at = type.next;
  }
  return contents;
}

/** A module's bytes, made by the linker together with `own`, as they fit the glue of another module. */
export function fitted(bytes, own, glue) {
  if (withoutNames(own) !== withoutNames(glue)) {
    throw new Failure('The two modules need functions of the glue that differ by more than names');
  }
  const names = new Map([...namesIn(glue)].map(([name, to]) => [to, name]));
  const ours = namesIn(own);
  const rename = (name) => names.get(ours.get(name)) ?? name;
  for (let at = header; at < bytes.length;) {
    const size = readUnsigned(bytes, at + 1);
    const end = size.next + size.value;
    if (bytes[at] === importSection) {
      const contents = renamed(bytes, size.next, rename);
      const section = Buffer.from([importSection, ...unsigned(contents.length), ...contents]);
      return Buffer.concat([bytes.subarray(0, at), section, bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Failure('The module imports nothing');
}
