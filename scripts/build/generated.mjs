// Step 2: what the page takes from the step declarations. The wasm, run in Node, lists every kind of step, and
// each template is compiled to MathML, so that no page needs a TeX engine or its fonts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/files.mjs';
import { runEsbuild } from './bundle.mjs';
import { compileAll, displayTag, innerMathml } from './formulas.mjs';
import { copyWasmTo, trainingWasmFile } from './wasm.mjs';

const folder = 'build/js';

/** Bundles one entry for Node and imports it; the address changes so that a rebuild is read again. */
async function importBundled(entry, name) {
  const outfile = join(root, folder, `${name}.mjs`);
  await runEsbuild({
    entryPoints: [join(root, entry)],
    outfile,
    platform: 'node',
    target: 'node20',
  });
  return import(`${pathToFileURL(outfile)}?${Date.now()}`);
}

/** [{ kind, symbol, formula, op, axes, arity … }]: every kind of step, with its texts as templates. */
export async function readDeclarations() {
  copyWasmTo(folder);
  const { load } = await importBundled('web/engine/index.ts', 'engine');
  // The module that trains declares updates, too; a tree of which only the first one was built has none.
  const training = existsSync(join(root, trainingWasmFile));
  const declarations = (await load({ training })).declarations();
  if (!declarations?.length) throw new Failure('The engine declares no steps');
  return declarations;
}

/** The module that composes formulas from templates: web/engine/notation.ts. */
export function readNotation() {
  return importBundled('web/engine/notation.ts', 'notation');
}

/** { en, zh }, or undefined while there are no texts. */
export async function readTexts() {
  if (!existsSync(join(root, 'web/i18n/all.ts'))) return undefined;
  const { loadDictionary, textsOf } = await importBundled('web/i18n/all.ts', 'i18n');
  await Promise.all(['en', 'zh'].map(loadDictionary));
  return { en: textsOf('en'), zh: textsOf('zh') };
}

/** The folders of parts and panels that have texts of their own. */
export function textFolders() {
  return ['web/parts', 'web/playground', 'web/panels'].flatMap((room) =>
    readdirSync(join(root, room))
      .map((name) => join(room, name))
      .filter((folder) => existsSync(join(root, folder, 'texts'))),
  );
}

/** { en, zh } of these texts, by the folder's name; nothing if a language lacks the file. */
export async function readPanelTexts() {
  const texts = { en: {}, zh: {} };
  for (const folder of textFolders()) {
    for (const language of Object.keys(texts)) {
      const file = join(folder, 'texts', `${language}.ts`);
      const name = basename(folder);
      if (!existsSync(join(root, file))) continue;
      const module = await importBundled(file, `texts-${language}-${name}`);
      texts[language][name] = module.texts;
    }
  }
  return texts;
}

/** The module that lists the figures: one file of web/figures/kinds each, which names the operations that it draws. */
export function listKinds() {
  const names = readdirSync(join(root, 'web/figures/kinds'))
    .map((name) => basename(name, '.ts'))
    .sort();
  const lines = names.map((name) => `import { kind as ${name} } from '../kinds/${name}.js';`);
  writeIfChanged(
    'web/figures/generated/kinds.ts',
    `// Written by the build from the files of web/figures/kinds. Not to be edited.

import type { OperationName } from '../../engine/types.js';
import type { Kind } from '../kind.js';
${lines.join('\n')}

/** How each operation is drawn. */
export const kinds: Partial<Record<OperationName, Kind>> = {};
for (const kind of [${names.join(', ')}]) for (const op of kind.ops) kinds[op] = kind;
`,
  );
}

/** What the shipped models do, as a module. */
export function listFacts() {
  const cards = readFileSync(join(root, 'models/cards.json'), 'utf8');
  writeIfChanged(
    'web/learned/generated/facts.ts',
    `// Written by the build from models/cards.json. Not to be edited.

import type { AllFacts } from '../facts.js';

export const facts: AllFacts = ${cards.trim()};
`,
  );
}

/** All strings in a dictionary, at any depth. */
function strings(value) {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(strings);
}

/** The TeX between single dollar signs in a text: "$d_k$ is …" → ["d_k"]. */
export function texIn(text) {
  return [...text.matchAll(/\$([^$]+)\$/g)].map((match) => match[1]);
}

/** { formulas, symbols } by template, with the TeX of all texts. */
export function formulaTables(declarations, texts, notation) {
  return compileAll(declarations, strings(texts).flatMap(texIn), notation);
}

/** One line for each template, for reading and searching. */
function tableSource(table) {
  const lines = [...table].map(
    ([key, pieces]) => `  ${JSON.stringify(key)}: ${JSON.stringify(pieces)},\n`,
  );
  return `{\n${lines.join('')}}`;
}

/**
 * The tables of the first view, which has symbols alone, and what is shown besides: display formulas, and the symbols
 * of Transformers and panels, by where the texts of a kind are.
 */
async function splitTables(declarations, all, notation) {
  const { en } = await importBundled('web/i18n/en/english.ts', 'english');
  const { zh } = await importBundled('web/i18n/zh/chinese.ts', 'chinese');
  const early = declarations.filter(({ kind }) => Object.hasOwn(en.steps, kind));
  const { symbols } = formulaTables(early, { en, zh }, notation);
  const others = [...all.symbols].filter(([template]) => !symbols.has(template));
  return {
    first: { formulas: new Map(), symbols },
    more: { formulas: all.formulas, symbols: new Map(others) },
  };
}

function formulasSource({ formulas, symbols }) {
  return `/** Template → MathML, alternating with the names of places. Display formulas: */
export const formulas: Record<string, readonly string[]> = ${tableSource(formulas)};

/** Inline formulas, and the TeX of texts: */
export const symbols: Record<string, readonly string[]> = ${tableSource(symbols)};
`;
}

/** Formulas that only panels have: no other page loads them. */
function panelSource(texts, { symbols }) {
  const all = new Set(strings(texts).flatMap(texIn));
  const own = [...all].filter((tex) => !symbols.has(tex)).map((tex) => [tex, [innerMathml(tex)]]);
  return `// Written by the build from the texts of the panels. Not to be edited.

/** The TeX of the panels' texts → MathML. */
export const symbols: Record<string, readonly string[]> = ${tableSource(own)};
`;
}

export async function generate() {
  const declarations = await readDeclarations();
  const notation = await readNotation();
  const all = formulaTables(declarations, await readTexts(), notation);
  const { first, more } = await splitTables(declarations, all, notation);
  const note = '// Written by the build from the step declarations. Not to be edited.\n\n';
  const opening = `/** The opening tag of a display formula. */
export const displayTag = ${JSON.stringify(displayTag)};\n\n`;

  writeIfChanged('web/kit/generated/formulas.ts', note + opening + formulasSource(first));
  writeIfChanged('web/kit/generated/more-formulas.ts', note + formulasSource(more));
  writeIfChanged('web/panels/generated/formulas.ts', panelSource(await readPanelTexts(), all));
  writeIfChanged(`${folder}/declarations.json`, `${JSON.stringify(declarations, null, 2)}\n`);
}
