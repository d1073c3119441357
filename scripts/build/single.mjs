// dist/attention-playground.single.js: the element with all that it fetches elsewhere (its later parts, both languages, the
// wasm, the face of formulas) as one classic script, which works in a page that has no other file. Trained models stay
// outside: a page brings those that it shows (web/learned/page-files.ts). The same text is there as .txt, for the element to
// write it into a page (web/playground/take/script-file.ts). lib/notebook has it once more, as a module for notebooks.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { root } from '../lib/run.mjs';
import { elementEntries } from './entries.mjs';
import { compactStyles } from './styles.mjs';

export const singleFile = 'dist/attention-playground.single.js';
/** Not in `dist`, which has what plain pages load. */
export const widgetFile = 'lib/notebook/attention-playground.widget.js';

const folder = join(root, 'scripts/build/single');

/** Modules that say where a file is fetched from, and what says here that it is in the script. */
const replaced = new Map(
  [
    ['web/engine/generated/assets.ts', 'assets.js'],
    ['web/kit/formulas/math-font-file.ts', 'math-font-file.js'],
    ['web/playground/take/script-file.ts', 'script-file.js'],
    ['web/i18n/import-again.ts', 'import-again.js'],
  ].map(([path, by]) => [join(root, path), join(folder, by)]),
);

/** Modules that are data and nothing else, and imported late: texts, and the pieces of formulas. They are packed. */
const data = [
  'web/i18n/en/index.ts',
  'web/i18n/zh/index.ts',
  'web/kit/formulas/generated/formulas.ts',
  'web/parts/proof/texts/why.ts',
].map((path) => join(root, path));

const packed = (content) => gzipSync(content, { level: 9 }).toString('base64');
const asText = (text) => `export default ${JSON.stringify(text)};`;

/** What a module that needs no page exports. */
export async function exportsOf(path) {
  const { outputFiles } = await esbuild.build({
    entryPoints: [path],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`;
  return { ...(await import(url)) };
}

/** A module that exports `then` is awaited by whoever imports it late, who gets what it resolves to. */
async function packedModule(path) {
  const found = await exportsOf(path);
  assert.deepEqual(JSON.parse(JSON.stringify(found)), found, `${path} is not data alone`);
  return `import { unpackedJson } from ${JSON.stringify(join(folder, 'unpack.js'))};
const data = ${JSON.stringify(packed(JSON.stringify(found)))};
export const then = (resolve, reject) => unpackedJson(data).then(resolve, reject);`;
}

/** For esbuild: all in one script. */
const inOne = {
  name: 'all in one script',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^(packed|base64):/ }, ({ path }) => {
      const [namespace, file] = path.split(':');
      return { path: join(root, file), namespace };
    });
    onLoad({ filter: /./, namespace: 'packed' }, async ({ path }) => ({
      contents: asText(packed(await readFile(path))),
    }));
    onLoad({ filter: /./, namespace: 'base64' }, async ({ path }) => ({
      contents: asText((await readFile(path)).toString('base64')),
    }));
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (data.includes(path)) return { contents: await packedModule(path), resolveDir: folder };
      const other = replaced.get(path);
      if (other) return { contents: await readFile(other, 'utf8'), resolveDir: folder };
      return { contents: compactStyles(await readFile(path, 'utf8')), loader: 'ts' };
    });
  },
};

/**
 * Letters as ASCII, so that no page reads them in another encoding: esbuild leaves those in patterns. In texts, patterns and
 * names alike an escape is the letter.
 */
const inAscii = (script) =>
  script.replace(
    /[\u0080-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The playground, and the panel of numbers that a page gives: what notebooks and slides show. */
function contents() {
  const { element, 'panels/attention-trace': trace } = elementEntries();
  return [element, trace].map((path) => `import ${JSON.stringify(join(root, path))};`).join('\n');
}

/**
 * The same as a module for notebooks (web/notebook/widget.ts). The script is a function of it, so that the page that it writes
 * has it as its script.
 */
async function widgetOf(script, runEsbuild) {
  const { outputFiles } = await runEsbuild({
    entryPoints: [join(root, 'web/notebook/widget.ts')],
    bundle: true,
    format: 'esm',
    minify: true,
    write: false,
    target: 'es2022',
  });
  const said = "{ src: '', textContent: `(${element})(document.currentScript);` }";
  return `const element = (attentionPlaygroundScript) => {\n${script}\n};\nelement(${said});\n${outputFiles[0].text}`;
}

/** Builds it with `runEsbuild`. */
export async function bundleSingle(runEsbuild) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { outputFiles } = await runEsbuild({
    stdin: { contents: contents(), resolveDir: root },
    absWorkingDir: root,
    format: 'iife',
    minify: true,
    write: false,
    target: 'es2022',
    // Beside no other file: the licences are at its end.
    legalComments: 'eof',
    banner: { js: `/*! ${name} ${version}, ${license} licence */` },
    inject: [join(folder, 'here.js')],
    // The address of every module is that of the script.
    define: { 'import.meta.url': 'address' },
    plugins: [inOne],
  });
  const text = inAscii(outputFiles[0].text);
  for (const file of [singleFile, singleFile.replace(/js$/, 'txt')])
    writeFileSync(join(root, file), text);
  mkdirSync(join(root, dirname(widgetFile)), { recursive: true });
  writeFileSync(join(root, widgetFile), inAscii(await widgetOf(text, runEsbuild)));
}
