// npm run rooms: draws into ARCHITECTURE.md which rooms of web/ and of src/ use which, from their imports and includes.
// With --check it says instead whether that is drawn there, and what breaks the rules of either.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, format } from 'dependency-cruiser';
import config from '../.dependency-cruiser.mjs';
import { folderOf, includeProblems, includesOf } from './checks/includes.mjs';
import { filesBelow, markdownWith, writeIfChanged } from './lib/files.mjs';
import { Failure, main, root } from './lib/run.mjs';

/** [room, used] for each import of web/. */
const imports = ({ modules }) =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies
      .map(({ resolved }) => [source, resolved].map((path) => /^web\/([^/]+)\//.exec(path)?.[1]))
      .filter(([from, to]) => from && to),
  );

/** [room, used] for each include of these files, but for those of the headers beside the rooms. */
const includes = (files) =>
  Object.entries(files)
    .filter(([path]) => !/^src\/attention_playground\/\w+\.hpp$/.test(path))
    .flatMap(([path, text]) =>
      includesOf(text)
        .filter(({ isOurs }) => isOurs)
        .map(({ header }) => [folderOf(path), folderOf(header)]),
    );

/** Without what others make up for: of a → b, b → c and a → c the last is left out. */
function arrows(pairs) {
  const uses = new Map();
  for (const [from, to] of pairs) {
    if (from !== to) uses.set(from, (uses.get(from) ?? new Set()).add(to));
  }
  const below = (room) => {
    const seen = new Set(uses.get(room));
    for (const one of seen) for (const other of uses.get(one) ?? []) seen.add(other);
    return seen;
  };
  const isNeeded = (from, to) => ![...uses.get(from)].some((between) => below(between).has(to));
  return [...uses]
    .flatMap(([from, used]) => [...used].filter((to) => isNeeded(from, to)).map((to) => [from, to]))
    .map(([from, to]) => `  ${from} --> ${to}`)
    .sort();
}

const picture = (pairs) => ['```mermaid', 'flowchart TB', ...arrows(pairs), '```'].join('\n');

const read = (path) => readFileSync(join(root, path), 'utf8');

await main(async () => {
  const options = { ...config.options, ruleSet: config, validate: true, baseDir: root };
  const { output: found } = await cruise(['web'], options);
  const files = Object.fromEntries(filesBelow('src').map((path) => [path, read(path)]));
  const path = 'ARCHITECTURE.md';
  const pictures = [
    `Of \`web/\`:\n\n${picture(imports(found))}`,
    `Of \`src/\`:\n\n${picture(includes(files))}`,
  ];
  const text = await markdownWith(pictures.join('\n\n'), path, 'rooms');
  if (!process.argv.includes('--check')) return writeIfChanged(path, text);
  const { output, exitCode } = await format(found, { outputType: 'err' });
  const problems = [...(exitCode === 0 ? [] : [output.trim()]), ...includeProblems(files)];
  if (text !== read(path)) problems.push(`${path} shows other rooms than there are: npm run rooms`);
  if (problems.length > 0) throw new Failure(problems.join('\n'));
});
