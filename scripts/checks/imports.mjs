// Includes and imports point one way: a folder may name only itself and folders to its left.

import ts from 'typescript';

const core = [
  'tensor',
  'simd',
  'ops',
  'steps',
  'attention',
  'transformer',
  'training',
  'checkpoint',
  'attention_playground.hpp', // includes the installed headers of all of them
  'bindings',
];
const web = ['engine', 'text', 'i18n', 'styles', 'elements', 'panels', 'site'];

/** The library's folder, as all includes of its headers name it, in this tree and where it is installed. */
const library = 'attention_playground/';

/** `src/attention_playground/ops/softmax.cpp` and `attention_playground/ops/softmax.hpp` → `ops`; `web/text/ids.ts` → `text` */
const folderOf = (path) =>
  path
    .replace(/^(src|web)\//, '')
    .replace(library, '')
    .split('/')[0];

function judge(path, line, order, target) {
  const from = folderOf(path);
  if (!order.includes(from)) return `${path}: the folder ${from} has no place in the order`;
  if (!order.includes(target)) return `${path}:${line}: ${target} is no folder of the project`;
  if (order.indexOf(target) <= order.indexOf(from)) return undefined;
  return `${path}:${line}: ${from} must not know ${target}`;
}

/** Problems in one C++ file of src/. */
export function includeProblems(path, text) {
  const problems = [];
  text.split('\n').forEach((content, index) => {
    const include = content.match(/^\s*#\s*include\s*(["<])([^">]+)[">]/);
    if (!include) return;
    const [, bracket, header] = include;
    const line = index + 1;
    const from = folderOf(path);
    if (/^emscripten\b|^wasm_simd128\.h/.test(header) && !['bindings', 'simd'].includes(from)) {
      problems.push(`${path}:${line}: ${header} belongs in src/bindings or src/simd`);
    }
    if (bracket !== '"') return;
    if (!header.startsWith(library) && !header.startsWith('bindings/')) {
      problems.push(
        `${path}:${line}: write "${header}" from src/ on, such as "${library}tensor/tensor.hpp"`,
      );
      return;
    }
    problems.push(judge(path, line, core, folderOf(header)));
  });
  return problems.filter(Boolean);
}

/** Problems in one TypeScript file of web/. */
export function importProblems(path, text) {
  const problems = [];
  for (const { fileName, pos } of ts.preProcessFile(text, true, true).importedFiles) {
    if (!fileName.startsWith('.')) continue;
    const line = text.slice(0, pos).split('\n').length;
    const target = new URL(fileName, `file:///${path}`).pathname.slice(1);
    if (!target.startsWith('web/')) {
      problems.push(`${path}:${line}: ${fileName} is outside web/`);
      continue;
    }
    problems.push(judge(path, line, web, folderOf(target)));
    if (target.startsWith('web/engine/generated/') && folderOf(path) !== 'engine') {
      problems.push(`${path}:${line}: only web/engine touches the wasm module`);
    }
  }
  return problems.filter(Boolean);
}
