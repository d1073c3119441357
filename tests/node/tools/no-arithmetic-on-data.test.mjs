// Whoever computes with what a kernel has computed is told by ESLint; honest uses of it are free.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { drawsData } from '../../../eslint.config.mjs';
import { messagesOf, webProgram } from './support/lint.mjs';

const types = [
  "import { LitElement, html } from 'lit';",
  "import type { Numbers } from '../engine/types/computed.js';",
  "import type { ChoiceExplanation, Computed, Difference } from '../engine/types/index.js';",
  "import type { Evaluation, Explanation, Extent, NormaliseExplanation } from '../engine/types/index.js';",
  "import type { SumExplanation, Tensor, Trace, TrainingReport } from '../engine/types/index.js';",
  'declare const tensor: Tensor;',
  'declare const trace: Trace;',
  'declare const cell: Explanation;',
  'declare const sum: SumExplanation;',
  'declare const norm: NormaliseExplanation;',
  'declare const choice: ChoiceExplanation;',
  'declare const extent: Extent;',
  'declare const report: TrainingReport;',
  'declare const places: number[];',
  'export { tensor, trace, cell, sum, norm, choice, extent, report, places, html, LitElement };',
  'export type { Computed, Difference, Evaluation, Numbers };',
];
const data = 'tensor.data[0]!';

const refused = {
  'exp, sqrt, random, pow and **, wherever they hide': [
    'export const a = Math.exp(1);',
    'export const a = Math.sqrt(2);',
    'export const a = Math.random();',
    'export const a = Math.pow(2, 3);',
    'declare const b: number; export const a = b ** 2;',
    'let a = 2; a **= 2;',
    'const { exp } = Math; exp(1);',
    "export const a = Math['exp'](1);",
    'export const a = `${Math.tanh(1)}`;',
  ],
  'every operator on the elements of a tensor': [
    ...['+', '-', '*', '/', '%', '|', '>>>'].map((sign) => `export const a = ${data} ${sign} 2;`),
    ...['+=', '-=', '*=', '/=', '%='].map((sign) => `let a = 2; a ${sign} ${data};`),
    ...['-', '+', '~'].map((sign) => `export const a = ${sign}${data};`),
    `let a = ${data}; a++;`,
    `let a = ${data}; --a;`,
    ...['abs', 'max', 'min', 'round', 'floor'].map((name) => `Math.${name}(${data});`),
    'Math.max(...tensor.data);',
    `export const a = Number(${data});`,
  ],
  'and on fields of explanations, statistics, differences and reports': [
    'export const a = cell.value - cell.result;',
    'export const a = -cell.result;',
    'export const a = sum.terms[0]! + sum.terms[1]!;',
    'export const a = choice.draw * choice.sums.at(-1)!;',
    'export const a = norm.operands[0]!.value - norm.mean;',
    'export const a = extent.high - extent.low;',
    "export const a = trace.extent('x').reach / 2;",
    'export const a = (d: Difference): number => d.maxDifference - d.tolerance;',
    'export const a = (share: Computed): number => share * 100;',
    "export const a = trace.rank('x', [0], [0]) + 1;",
    "export const a = trace.rows('x').means[0]! / 2;",
    'export const a = report.loss / report.losses[0]!;',
    'export const a = (of: Evaluation): number => 1 - of.labels;',
  ],
  'what the page once computed: distances, squares, running sums, means, ranks, shares': [
    'export const off = norm.operands.map(({ value }) => value - norm.mean);',
    'export const squares = norm.differences.map((each) => each * each);',
    'let running = 0; for (const term of sum.terms) running += term;',
    'export const mean = tensor.data.reduce((all, x) => all + x, 0) / tensor.data.length;',
    'const total = (all: readonly number[]): number => all.reduce((sum, x) => sum + x, 0); total(norm.squares);',
    'const all = choice.operands.map(({ value }) => value); all.map((_, i) => i).sort((a, b) => all[a]! - all[b]!);',
    'const all = tensor.data; places.sort((a, b) => (all[a]! < all[b]! ? -1 : 1));',
    'tensor.data.sort();',
    '[...tensor.data].sort();',
    'let rank = 1; for (const x of tensor.data) if (x > cell.value) rank += 1;',
    'let rank = 1; for (const x of tensor.data) if (x > cell.value) { rank++; }',
    'export const visible = [...tensor.data].filter((x) => x > 0).length;',
    'export const visible = [...tensor.data].filter((x) => { return x > 0; }).length;',
    'places.sort((a, b) => { if (tensor.data[a]! < tensor.data[b]!) return -1; return 1; });',
    'const seen = sum.operands.filter(({ value }) => value > 0); export const a = seen.length;',
    'export const bins = Array.from(tensor.data, (x) => Math.floor(x * 8));',
  ],
  'through variables, fields, lists, parameters, results and closures': [
    'const { data } = tensor; const [x] = data; export const a = x! * 2;',
    'function twice(x: number): number { return x * 2; } twice(tensor.data[0]!);',
    'function first(): number { return tensor.data[0]!; } export const a = first() + 1;',
    'function first() { return tensor.data[0]!; } export const a = first() + 1;',
    'class Curve { low = 0; read(): void { this.low = tensor.data[0]!; } span(): number { return 1 - this.low; } } new Curve().read();',
    'const points = [{ x: 0, y: tensor.data[0]! }]; export const a = points.map(({ y }) => 100 * y);',
    'interface Point { y: number } const at = (): Point => ({ y: cell.value }); export const a = at().y / 2;',
    "const by = new Map<string, number>(); by.set('a', cell.value); export const a = by.get('a')! - 1;",
    'const list: number[] = []; list.push(...tensor.data); export const a = list[0]! + 1;',
    'const list: number[] = [...tensor.data]; export const a = list[0]! + 1;',
    'const half = (x: number): number => x / 2; export const a = Array.from(tensor.data, half);',
    'export const a = tensor.data.map((x: number) => x);',
    "const measure = (): Record<'a' | 'b', number> => ({ a: cell.value, b: 0 }); export const c = measure().a * 2;",
    'const row = (read: (x: number) => number): number => read(cell.value); row((x) => x - 1);',
    'const known = <T>(make: () => T): T => make(); export const a = known(() => cell.value) + 1;',
    'export const a = (cell.value as number) - 1;',
    'let best = 0; best = cell.value > 0 ? cell.value : 0; export const a = best * 2;',
  ],
  'in other ways of giving it away': [
    'let low = 0; [low] = tensor.data; export const a = low;',
    'let low = 0; ({ low } = extent); export const a = low;',
    'export const a: { low: number } = { ...extent };',
    'function* all(): Generator<number> { yield cell.value; } export const a = [...all()];',
    'const f = (...x: number[]): number => x[0]! * 2; f(...tensor.data);',
    'interface R { read(): number } class A implements R { read() { return cell.value; } } export const a: R = new A();',
    'interface R { low: number } const f = (r: R) => r.low; export class A { low = cell.value; run() { return f(this); } }',
    'export function f(x: boolean) { if (x) return cell.value; return places[0]!; }',
    'for (const x of trace.rows("x").sums) console.log(x * 2);',
  ],
  'where a declaration, or the compiler, would take it for a plain number': [
    'export const a: number = cell.value;',
    'export const a: Float32Array = tensor.data;',
    'const a = (of: { shape: number[]; data: ArrayLike<number> }) => of.data[0]! * 2; a(tensor);',
    'const a = (of: Record<string, number>) => of.low! * 2; a({ ...extent });',
    'const a = (of: { low: number }) => of.low * 2; a(extent);',
    'const a = async (): Promise<number> => 1; export const b = async (): Promise<number> => cell.value; a();',
    'const known: { mean: number }[] = []; known.push(norm);',
    'export const a = cell.value > 0 ? cell.value : places[0]!;',
    'export const a = cell.edited?.computed ?? places[0]!;',
    'export const a = [cell.value, places[0]!];',
    'const copy = new Float32Array(2); copy[0] = cell.value;',
    'const copy = Float32Array.from(tensor.data); copy[0]! * 2;',
    'export const a = (of: Float32Array) => of[0]! * 2;',
    'class Bar extends LitElement { high = 0; } declare global { interface HTMLElementTagNameMap { "ap-bar": Bar } } export const a = html`<i></i><ap-bar title="a" .high=${cell.value}></ap-bar>`;',
  ],
};

const free = {
  'places, sizes and counters': [
    'export const a = 3 * tensor.shape[0]! + tensor.shape[1]!;',
    'export const a = (row: number, columns: number): Computed => tensor.data[row * columns + 1]!;',
    'for (let i = 0; i < tensor.data.length; i += 1) tensor.data[i];',
    'export const a = tensor.data.length / 2;',
    'export const a = tensor.data.indexOf(1) + 1;',
    'export const a = tensor.data.findIndex((x) => x > 1) + 1;',
    'export const a = norm.position + 1;',
    'export const a = choice.order.map((place, i) => `${place} ${i + 1}`);',
    'for (const [i] of [...tensor.data].entries()) console.log(i + 1);',
    'export const width = Math.max(0, Math.floor((320 - 4) / 7));',
    'export const limit = 2 ** 32 - 1;',
    'export const a = [3, 1].sort((a, b) => a - b);',
    'const high = 40; if (high - 4 > cell.index[0]!) console.log(high + 1);',
  ],
  'comparing, choosing, copying and printing': [
    "export const colour = cell.value < 0 ? 'red' : 'blue';",
    'export const fine = cell.difference <= cell.bound;',
    'export const low = extent.low < 0 ? extent.low : 0;',
    'export const masked = [...tensor.data].every((x) => x === -Infinity);',
    'export const shown = [...tensor.data].filter((x) => x > 0).map(String);',
    "export const text = cell.value.toFixed(2) + ' of ' + extent.high;",
    'export const text = `${cell.value}`.length + 1;',
    'export const part = tensor.data.subarray(0, 3);',
    'export const copy: Numbers = new Float32Array(2).fill(0); copy.set(tensor.data, 1);',
    "export const text = new Intl.NumberFormat('en').format(cell.value);",
    "export const text = new Intl.NumberFormat('en').format(sum.terms[0]! ?? cell.edited?.computed ?? NaN);",
    'export const largest = sum.terms.reduce((most, each) => (each > most ? each : most));',
    "const words: string[] = []; export const word = words[tensor.data[0]!] ?? '';",
    "export const text = cell.edited ? cell.edited.computed : 'none';",
    'declare const pixel: (value: Computed) => number; export const y = pixel(cell.value) + 4 - pixel(3);',
    "trace.setTensor('x', tensor); trace.setTensor('x', { shape: [1], data: new Float32Array(1) });",
    'let i = 0; while (tensor.data[i]! < cell.value) i += 1; console.log(i);',
    "export const a = 'Math.exp(x) ** 2'; // Math.exp",
  ],
};

/** Reading the libraries takes most of the time, so that all samples are files of one program. */
const samples = [refused, free].flatMap((cases) => Object.values(cases).flat());
const pathOf = (sample) => `web/kit/sample-${samples.indexOf(sample)}.ts`;
const program = webProgram(
  Object.fromEntries(samples.map((sample) => [pathOf(sample), [...types, sample].join('\n')])),
);
const isOurs = ({ ruleId }) => /no-arithmetic-on-data|no-restricted-properties/.test(ruleId);
const found = async (sample) => (await messagesOf(pathOf(sample), program)).filter(isOurs);

describe('refused is arithmetic on data', () => {
  for (const [name, cases] of Object.entries(refused)) {
    test(name, async () => {
      for (const sample of cases) assert.notDeepEqual(await found(sample), [], sample);
    });
  }
});

describe('free are', () => {
  for (const [name, cases] of Object.entries(free)) {
    test(name, async () => {
      for (const sample of cases) assert.deepEqual(await found(sample), [], sample);
    });
  }
});

test('files that turn data into something to look at are exempt', async () => {
  const paths = Object.keys(drawsData);
  const text = [...types, 'export const a = cell.value * 2;', 'Math.exp(1);'].join('\n');
  const exempt = webProgram(Object.fromEntries(paths.map((path) => [path, text])));
  for (const path of paths) assert.deepEqual((await messagesOf(path, exempt)).filter(isOurs), []);
});

test('a message names the line, the expression and what to do', async () => {
  const [operation] = await found('export const a = cell.value - cell.result;');
  assert.equal(operation.line, types.length + 1);
  assert.equal(operation.message, '- on data is left to the kernels: cell.value - cell.result');
  const [hidden] = await found('export const a: number = cell.value;');
  assert.equal(
    hidden.message,
    'a computed number is declared Computed or Numbers, not number: cell.value',
  );
});
