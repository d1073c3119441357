// Includes of src/: a folder may name only itself and folders above it in this order, and no header includes itself by
// way of others.

const order = [
  'tensor',
  'simd',
  'ops',
  'steps',
  'attention',
  'transformer',
  'checkpoint',
  'training',
  'attention_playground.hpp', // includes the installed headers of all of them
  'xtensor.hpp', // for users of xtensor, and included by none of ours
  'bindings',
  'train', // the program behind npm run train
];

/** `src/attention_playground/ops/softmax.cpp` and `attention_playground/ops/softmax.hpp` → `ops` */
export const folderOf = (path) =>
  path.replace(/^(src\/)?(attention_playground\/)?/, '').split('/')[0];

/** The includes of a file in their order: { header, line, isOurs }. */
export function includesOf(text) {
  return text.split('\n').flatMap((content, i) => {
    const [, bracket, header] = /^\s*#\s*include\s*(["<])([^">]+)/.exec(content) ?? [];
    return header ? [{ header, line: i + 1, isOurs: bracket === '"' }] : [];
  });
}

function problemOf(from, { header, isOurs }) {
  if (!isOurs) {
    const isOfWasm = /^emscripten\b|^wasm_simd128\.h/.test(header);
    return isOfWasm && !['bindings', 'simd'].includes(from)
      ? `${header} belongs in src/bindings or src/simd`
      : undefined;
  }
  const to = folderOf(header);
  if (!/^(attention_playground|bindings|train)\//.test(header) || !order.includes(to)) {
    return `write "${header}" from src/ on, such as "attention_playground/tensor/tensor.hpp"`;
  }
  return order.indexOf(to) > order.indexOf(from) ? `${from} must not know ${to}` : undefined;
}

/** What breaks a rule in the files of src/, { path: text }. */
export function includeProblems(files) {
  const problems = Object.entries(files).flatMap(([path, text]) => {
    const from = folderOf(path);
    if (!order.includes(from)) return [`${path}: the folder ${from} has no place in the order`];
    return includesOf(text).flatMap((include) => {
      const problem = problemOf(from, include);
      return problem ? [`${path}:${include.line}: ${problem}`] : [];
    });
  });
  return [...problems, ...circles(files)];
}

function circles(files) {
  const problems = [];
  const done = new Set();
  const visit = (path, way) => {
    if (way.includes(path)) {
      problems.push(`${[...way.slice(way.indexOf(path)), path].join(' → ')}: a circle`);
    }
    if (way.includes(path) || done.has(path) || files[path] === undefined) return;
    for (const { header } of includesOf(files[path])) visit(`src/${header}`, [...way, path]);
    done.add(path);
  };
  for (const path of Object.keys(files)) visit(path, []);
  return problems;
}
