// Step 2: what the page takes from the step declarations. The wasm, run in Node, lists every kind of step, and
// each template is compiled to MathML, so that no page needs a TeX engine or its fonts.

import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/steps.mjs';
import { runEsbuild } from './bundle.mjs';
import { compileAll, displayTag } from './formulas.mjs';
import { copyWasmTo } from './wasm.mjs';

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
  const ap = await load();
  const declarations = ap.declarations();
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
  const { dictionaryOf, loadDictionary } = await importBundled('web/i18n/all.ts', 'i18n');
  await Promise.all(['en', 'zh'].map(loadDictionary));
  return { en: dictionaryOf('en'), zh: dictionaryOf('zh') };
}

/** The folders of parts and panels that have texts of their own. */
function textFolders() {
  return ['web/parts', 'web/panels'].flatMap((room) =>
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

function formulasSource({ formulas, symbols }) {
  return `/** The opening tag of a display formula. */
export const displayTag = ${JSON.stringify(displayTag)};

/** Template → MathML, alternating with the names of places. Display formulas: */
export const formulas: Record<string, readonly string[]> = ${tableSource(formulas)};

/** Inline formulas, and the TeX of texts: */
export const symbols: Record<string, readonly string[]> = ${tableSource(symbols)};
`;
}

export async function generate() {
  const declarations = await readDeclarations();
  const tables = formulaTables(declarations, await readTexts(), await readNotation());
  const note = '// Written by the build from the step declarations. Not to be edited.\n\n';

  writeIfChanged('web/kit/generated/formulas.ts', note + formulasSource(tables));
  writeIfChanged(`${folder}/declarations.json`, `${JSON.stringify(declarations, null, 2)}\n`);
}
