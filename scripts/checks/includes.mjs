// Includes of src/ point one way: a folder may name only itself and folders to its left; and no header includes itself
// by way of others.

const core = [
  'tensor',
  'simd',
  'ops',
  'steps',
  'attention',
  'transformer',
  'checkpoint',
  'training',
  'attention_playground.hpp', // includes the installed headers of all of them
  'bindings',
  'train', // the program behind npm run train
];
/** The library's folder, as all includes of its headers name it, in this tree and where it is installed. */
const library = 'attention_playground/';

/** `src/attention_playground/ops/softmax.cpp` and `attention_playground/ops/softmax.hpp` → `ops` */
const folderOf = (path) =>
  path
    .replace(/^src\//, '')
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
    if (![library, 'bindings/', 'train/'].some((folder) => header.startsWith(folder))) {
      problems.push(
        `${path}:${line}: write "${header}" from src/ on, such as "${library}tensor/tensor.hpp"`,
      );
      return;
    }
    problems.push(judge(path, line, core, folderOf(header)));
  });
  return problems.filter(Boolean);
}

/** Circles among the headers of src/, given as { path: text }. */
export function includeCircles(files) {
  const problems = [];
  const done = new Set();
  const visit = (path, way) => {
    if (way.includes(path)) {
      const circle = [...way.slice(way.indexOf(path)), path];
      problems.push(`${circle.join(' → ')}: a circle`);
      return;
    }
    if (done.has(path) || files[path] === undefined) return;
    for (const [, header] of files[path].matchAll(/^\s*#\s*include\s*"([^"]+)"/gm))
      visit(`src/${header}`, [...way, path]);
    done.add(path);
  };
  for (const path of Object.keys(files)) visit(path, []);
  return problems;
}
