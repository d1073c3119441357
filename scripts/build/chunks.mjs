// esbuild puts modules into one chunk if the same entries lead to them, and takes every script that is fetched later for an
// entry of its own, as if it could come first. So what some of those import and others not falls into many small chunks: a page
// with the element would make fifty requests. Here each of them imports all that is surely there before it: that becomes one chunk.

import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { root } from '../lib/run.mjs';
import { compactStyles } from './styles.mjs';

/**
 * The modules that are surely there before each script that is fetched later, by paths: those of every entry that can
 * lead to it, and before the lessons. `inputs` is the graph of imports of a metafile, `entryPoints` are paths.
 */
function modulesBefore(metafile, entryPoints) {
  const { inputs } = metafile;
  const entries = entryPoints.map((path) => relative(root, path));
  const statics = new Map(entries.map((entry) => [entry, reached(inputs, [entry], isStatic)]));
  // A lesson stands around another element, and never without one: what all of those share is there, too. A step alone brings
  // it along: it would leave out a few small modules, each of which would be a chunk for all others.
  const shared = entries
    .filter((entry) => isFigure.test(entry) && !isStep.test(entry))
    .map((entry) => [...statics.get(entry)])
    .reduce((both, one) => both.filter((path) => one.includes(path)));
  const before = new Map();
  for (const entry of entries.filter((one) => isLesson.test(one) || isStep.test(one))) {
    before.set(entry, shared);
    statics.set(entry, new Set([...statics.get(entry), ...shared]));
  }
  // What the element and some panels have in common would be a chunk for each set of those panels. Where it is small, all have it.
  for (const [panel, small] of smallOnes(metafile, entries, statics)) {
    before.set(panel, small);
    statics.set(panel, new Set([...statics.get(panel), ...small]));
  }
  const lateParts = new Set(entries.flatMap((entry) => [...latePartsOf(inputs, entry)]));
  for (const entry of entries) {
    const own = statics.get(entry);
    // What one entry fetches later another may import at once, or as a part of what it fetches.
    for (const late of reached(inputs, [entry], () => true)) {
      if (!lateParts.has(late)) continue;
      const others = before.get(late);
      before.set(late, others ? others.filter((path) => own.has(path)) : [...own]);
    }
  }
  const absolute = ([late, paths]) => [
    resolve(root, late),
    paths.map((path) => resolve(root, path)),
  ];
  return new Map([...before].map(absolute));
}

/** Bytes of a module that is small, as it is written. */
const SMALL = 800;

/** Small modules that every panel might have as well, with what they import: those of the element and of one panel at least. */
function smallOnes({ inputs, outputs }, entries, statics) {
  const written = new Map();
  for (const output of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs))
      written.set(path, bytesInOutput);
  }
  const panels = entries.filter((entry) => isPanel.test(entry));
  const [element] = entries.filter((entry) => isElement.test(entry));
  const isShared = (path) =>
    written.get(path) <= SMALL && panels.some((panel) => statics.get(panel).has(path));
  const shared = [...statics.get(element)].filter(isShared);
  return panels.map((panel) => {
    const own = statics.get(panel);
    const isAlone = (path) =>
      [...reached(inputs, [path], isStatic)].every((one) => own.has(one) || shared.includes(one));
    return [panel, shared.filter((path) => !own.has(path) && isAlone(path))];
  });
}

const isElement = /^web\/playground\/index/;
const isPanel = /^web\/panels\//;
const isLesson = /^web\/lessons\//;
const isStep = /^web\/playground\/step\//;
const isFigure = /^web\/(playground|panels)\//;

const isStatic = ({ kind }) => kind === 'import-statement';

function latePartsOf(inputs, entry) {
  const all = reached(inputs, [entry], () => true);
  const late = [...all].flatMap((path) =>
    importsOf(inputs, path)
      .filter((one) => !isStatic(one))
      .map((one) => one.path),
  );
  return new Set(late);
}

function reached(inputs, starts, follows) {
  const found = new Set();
  const open = [...starts];
  while (open.length > 0) {
    const path = open.pop();
    if (found.has(path)) continue;
    found.add(path);
    open.push(
      ...importsOf(inputs, path)
        .filter(follows)
        .map((one) => one.path),
    );
  }
  return found;
}

const importsOf = (inputs, path) =>
  inputs[path].imports.filter((one) => !one.external && one.path in inputs);

/**
 * For esbuild: scripts that are fetched later import what is there before them, and styles are compact. `metafile` is that
 * of a build without it.
 */
export function fewChunks(metafile, entryPoints) {
  const before = modulesBefore(metafile, entryPoints);
  return {
    name: 'few chunks, compact styles',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const source = compactStyles(await readFile(path, 'utf8'));
        const imports = (before.get(path) ?? []).map((other) => `import ${JSON.stringify(other)};`);
        return { contents: [source, ...imports].join('\n'), loader: 'ts' };
      });
    },
  };
}
