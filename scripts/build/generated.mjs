// Step 2: what the page takes from the step declarations. The wasm, run in Node, lists every kind of step, and
// each template is compiled to MathML, so that no page needs a TeX engine or its fonts.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure, root } from '../lib/run.mjs';
import { writeIfChanged } from '../lib/files.mjs';
import { runEsbuild } from './bundle.mjs';
import { compileAll, displayTag } from './formulas.mjs';
import { panelNames } from './entries.mjs';
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

/** The module that composes formulas from templates: web/engine/notation/index.ts. */
export function readNotation() {
  return importBundled('web/engine/notation/index.ts', 'notation');
}

/**
 * Every text, by language: { en, zh }, each with those of proofs, and of the panels by the panel's name; their steps are among
 * all steps.
 */
export async function readTexts() {
  const { en } = await importBundled('web/i18n/en/index.ts', 'texts-en');
  const { zh } = await importBundled('web/i18n/zh/index.ts', 'texts-zh');
  const texts = { en: { ...en, panels: {} }, zh: { ...zh, panels: {} } };
  for (const language of ['en', 'zh']) {
    for (const name of ['why', 'rules']) {
      const file = `web/parts/proof/texts/${language}-${name}.ts`;
      const module = await importBundled(file, `${name}-${language}`);
      texts[language][name] = module[name];
    }
  }
  for (const name of panelNames()) {
    for (const language of ['en', 'zh']) {
      const file = `web/panels/${name}/texts/${language}.ts`;
      const module = await importBundled(file, `texts-${language}-${name}`);
      texts[language].panels[name] = module.texts;
      if (!existsSync(join(root, `web/panels/${name}/texts/${language}-steps.ts`))) continue;
      const own = await importBundled(
        `web/panels/${name}/texts/${language}-steps.ts`,
        `steps-${language}-${name}`,
      );
      Object.assign(texts[language].steps, own.steps);
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

import type { OperationName } from '../../engine/types/index.js';
import type { Kind } from '../kind.js';
${lines.join('\n')}

/** How each operation is drawn. */
export const kinds: Partial<Record<OperationName, Kind>> = {};
for (const kind of [${names.join(', ')}]) for (const op of kind.ops) kinds[op] = kind;
`,
  );
}

/** What the claims about the shipped models are made of, as a module. */
export function listFacts() {
  const cards = JSON.parse(readFileSync(join(root, 'models/cards.json'), 'utf8'));
  const claimed = Object.entries(cards).map(([name, { examples, updates, heldOut }]) => [
    name,
    { examples, updates, heldOut },
  ]);
  const facts = JSON.stringify(Object.fromEntries(claimed), null, 1);
  writeIfChanged(
    'web/learned/generated/facts.ts',
    `// Written by the build from models/cards.json. Not to be edited.

import type { ClaimFacts } from '../facts.js';
import type { ShippedName } from '../names.js';

export const facts: Readonly<Record<ShippedName, ClaimFacts>> = ${facts};
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

function formulasSource({ formulas, symbols }) {
  return `// Written by the build from the step declarations and the texts. Not to be edited.

/** The opening tag of a display formula. */
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
  writeIfChanged('web/kit/formulas/generated/formulas.ts', formulasSource(tables));
  writeIfChanged(`${folder}/declarations.json`, `${JSON.stringify(declarations, null, 2)}\n`);
}
