// TypeScript computes no number that is shown: the kernels compute, the page prints and draws.
//
// Refused is arithmetic on data, wherever it has got to: + - * / % **, their assignments, ++ and --, a minus sign, every
// function of Math, sort, and a count of the cells that meet a condition. Data are the elements of a Float32Array and
// what is declared as `Computed` (web/engine/types/tensors.ts): fields of explanations, differences, ranks, shares. They are
// followed through variables, fields, lists, parameters and results of functions, in all files at once.
//
// Free are: arithmetic on places, sizes and pixels; comparing data (===, <), which chooses a mark, a colour or a word;
// writing a number as text (toFixed). A list that is filtered or searched by such a comparison is free too, its length
// is not. What turns data into colours, pixels or digits is exempt by name, below; what it returns is no data any more.

import { dirname, join } from 'node:path';
import ts from 'typescript';
import { root } from '../lib/run.mjs';
import { Flow } from './arithmetic/flow.mjs';

/** Files that turn data into something to look at, each with the reason. */
export const exempt = {
  'web/styles/colour-scales.ts': 'numbers become colours',
  'web/styles/srgb.ts': 'colours become colours that every program knows',
  'web/figures/chart/axis.ts': 'numbers become positions in a chart',
  'web/figures/rotation/plane.ts': 'numbers become positions in a plane',
  'web/trace/numbers.ts': 'numbers become text',
};

/** What drawing needs of Math on numbers that are no data: rounding, clamping, distances. */
const drawing = [
  ...['abs', 'ceil', 'floor', 'fround', 'hypot', 'max', 'min', 'round', 'sign', 'trunc', 'PI'],
];

const { SyntaxKind } = ts;
const operators = new Map([
  [SyntaxKind.PlusToken, '+'],
  [SyntaxKind.MinusToken, '-'],
  [SyntaxKind.AsteriskToken, '*'],
  [SyntaxKind.SlashToken, '/'],
  [SyntaxKind.PercentToken, '%'],
  [SyntaxKind.AsteriskAsteriskToken, '**'],
  [SyntaxKind.PlusEqualsToken, '+='],
  [SyntaxKind.MinusEqualsToken, '-='],
  [SyntaxKind.AsteriskEqualsToken, '*='],
  [SyntaxKind.SlashEqualsToken, '/='],
  [SyntaxKind.PercentEqualsToken, '%='],
  [SyntaxKind.AsteriskAsteriskEqualsToken, '**='],
  [SyntaxKind.PlusPlusToken, '++'],
  [SyntaxKind.MinusMinusToken, '--'],
]);

/** Parsed files, which several programs share: of the libraries for the most part. */
const parsed = new Map();

function remembered(file, parse) {
  if (!parsed.has(file)) parsed.set(file, parse());
  return parsed.get(file);
}

/** A program of all files of web/; or of `samples`, texts by path, with what they import. */
export function webProgram(samples = {}) {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost({ ...options, incremental: false }, true);
  const texts = new Map(Object.entries(samples).map(([path, text]) => [join(root, path), text]));
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  const folders = new Set([...texts.keys()].map(dirname));
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.directoryExists = (folder) => folders.has(folder) || directoryExists(folder);
  host.getSourceFile = (file, version) =>
    texts.has(file)
      ? ts.createSourceFile(file, texts.get(file), version, true)
      : remembered(file, () => getSourceFile(file, version));
  const files = texts.size > 0 ? [...texts.keys()] : fileNames;
  return ts.createProgram(files, { ...options, incremental: false }, host);
}

/** Arithmetic on data in the files of a program, as `path:line: reason`. */
export function arithmeticProblems(program = webProgram()) {
  const files = program
    .getSourceFiles()
    .map((source) => ({ source, path: source.fileName.slice(root.length).replace(/^\//, '') }))
    .filter(({ path }) => path.startsWith('web/') && !path.endsWith('.d.ts') && !(path in exempt));
  const flow = new Flow(program, new Set(files.map(({ source }) => source)));
  return files.flatMap(({ source, path }) => problemsIn(source, path, flow));
}

function problemsIn(source, path, flow) {
  const problems = [];
  const report = (node, what) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    problems.push(`${path}:${line + 1}: ${what} is left to the kernels`);
  };
  const visit = (node) => {
    const what = refused(node, flow);
    if (what) report(node, what);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return problems;
}

/** What a node computes that it may not; undefined if nothing. */
function refused(node, flow) {
  const data = (operand) => flow.isNumber(operand) && flow.isData(operand);
  if (ts.isBinaryExpression(node)) {
    const sign = operators.get(node.operatorToken.kind);
    if (!sign) return undefined;
    if (sign.startsWith('**') && !constantPower(node)) return sign;
    // Text and a number make text.
    if (!flow.isNumber(node)) return undefined;
    if (data(node.left) || data(node.right)) return `${sign} on data: ${short(node)}`;
    return flow.counts(node) ? `a count of data: ${short(node)}` : undefined;
  }
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const sign = operators.get(node.operator);
    if (!sign || sign === '+') return undefined;
    if (data(node.operand)) return `${sign} on data: ${short(node)}`;
    return flow.counts(node) ? `a count of data: ${short(node)}` : undefined;
  }
  if (ts.isIdentifier(node) && node.text === 'Math') {
    const access = ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node;
    const name = access ? node.parent.name.text : undefined;
    if (!drawing.includes(name)) return name ? `Math.${name}` : 'Math as a whole';
    const call = node.parent.parent;
    if (!ts.isCallExpression(call)) return undefined;
    return call.arguments.some((each) => flow.isData(each))
      ? `Math.${name} on data: ${short(call)}`
      : undefined;
  }
  if (ts.isPropertyAccessExpression(node)) {
    if (/^(sort|toSorted)$/.test(node.name.text) && flow.sorts(node)) return 'sorting data';
    if (/^(length|size)$/.test(node.name.text) && flow.counted(node.expression)) {
      return `a count of data: ${short(node)}`;
    }
  }
  return undefined;
}

/** A limit such as 2 ** 32 is a constant, not a computation. */
const constantPower = ({ left, right }) => ts.isNumericLiteral(left) && ts.isNumericLiteral(right);

function short(node) {
  const text = node.getText().replace(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
