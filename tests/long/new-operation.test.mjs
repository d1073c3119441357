// An operation whose explanation has a form of its own takes what docs/how-to says, and nothing else: this follows it in a
// copy of the tree, adds a step of it in the middle of a graph, builds that from nothing, as the core knows the forms of all
// explanations, and asks for the step everywhere.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { mustRun } from '../../scripts/lib/run.mjs';
import { TreeCopy } from '../node/support/tree-copy.mjs';
import { addStep, rule, title } from './new-operation/edits.mjs';

/** The API's and the proof's checks, what C++ tests share, and the fuzzer of operations. */
const wanted = /^tests\/(node\/|cpp\/(support\/|fuzz\/|[^/]*$))/;
const left = /_test\.cpp$/;

let copy;
/** Runs a program in the copy; what it says is shown where it fails. */
const runInCopy = (command, args, env) =>
  mustRun(command, args, { cwd: copy.folder, env, quiet: true });
const script = (lines) => runInCopy(process.execPath, ['--input-type=module', '--eval', lines]);
const importFromCopy = (file) => import(pathToFileURL(copy.path(file)));

before(async () => {
  copy = new TreeCopy('new-operation', (path) => wanted.test(path) && !left.test(path));
  copy.follow('09-operation-tests');
  addStep(copy);
  for (const step of ['wasm', 'generated', 'bundle'])
    await runInCopy(process.execPath, ['scripts/build/step.mjs', step]);
});
after(() => copy?.remove());

// The site asks no more of the package than before: to build its types would take a fifth of this file's time.
test('TypeScript has nothing to complain about', () =>
  runInCopy(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.']));

test('both languages have its texts, and the page the pieces of its formula', async () => {
  // Without the variable by which Node knows a test within a test: it would skip this one.
  const env = { NODE_TEST_CONTEXT: undefined };
  const texts = ['--test', '--test-reporter=tap', 'tests/node/state/texts.test.mjs'];
  assert.match(await runInCopy(process.execPath, texts, env), /^# pass [1-9]/m);
});

test('the compiler takes its C++ test, what C++ tests share, and the fuzzer of operations', async () => {
  // Read as its neighbours are compiled, without what was precompiled for them: what they compute is tested where they are.
  const commands = JSON.parse(readFileSync(copy.path('build/wasm/compile_commands.json'), 'utf8'));
  const { command, directory } = commands.find(({ file }) => /test_support\.dir\/Unity/.test(file));
  const reading = command
    .replace(/ -Winvalid-pch -Xclang -include-pch -Xclang \S+/, '')
    .replace(/ -o \S+ -c \S+$/, ' -fsyntax-only');
  const files = copy.edits.filter((path) => /^tests\/cpp\/.*\.cpp$/.test(path));
  assert.ok(
    files.some((path) => /fuzz/.test(path)) && files.some((path) => /_test\.cpp$/.test(path)),
  );
  for (const file of new Set(files))
    await runInCopy('sh', ['-c', `cd ${directory} && ${reading} ${copy.path(file)}`]);
});

describe('a step in the middle', () => {
  const options = {
    tokens: [['The', 'cat', 'sat', 'down']],
    dModel: 8,
    numHeads: 2,
    isCausal: true,
  };
  const path = 'centred_scores';
  let ap;
  let trace;
  const at = (name) => trace.steps.findIndex((step) => step.path === name);
  const stepAt = (name) => trace.steps[at(name)];
  before(async () => {
    const { load } = await importFromCopy('dist/index.js');
    ap = await load();
    trace = ap.traceAttention(options);
  });
  after(() => trace?.dispose());

  test('stands at its place, reads what is before it, and is read by what comes after it', () => {
    assert.equal(at(path), at('scaled_scores') + 1);
    assert.ok(at(path) < at('masked_scores'));
    assert.deepEqual(stepAt(path).inputs, ['scaled_scores']);
    assert.equal(stepAt('masked_scores').inputs[0], path);
    assert.deepEqual(stepAt(path).attributes, { share: 0.5 });
  });

  test('has the right numbers, and an edit goes through it', () => {
    const { data } = trace.tensor('scaled_scores');
    const n = options.tokens[0].length;
    const expected = data.map((x, i) => {
      const row = data.slice(i - (i % n), i - (i % n) + n).sort();
      return x - row[Math.floor((n - 1) / 2)];
    });
    assert.deepEqual(trace.tensor(path).data, expected);
    const changed = trace.set('scaled_scores', [0, 1, 3, 0], 9);
    for (const name of [path, 'masked_scores', 'weights', 'output'])
      assert.ok(changed.includes(name), name);
    trace.reset();
  });

  test('has one explanation, of the new form, for each of its cells', async () => {
    const { value, result, bound, difference, ...explained } = trace.explain(path, [0, 1, 3, 2]);
    const { data } = trace.tensor('scaled_scores');
    const operands = [...data.slice(28)].map((value, i) => ({
      step: 'scaled_scores',
      index: [0, 1, 3, i],
      value,
    }));
    const middle = operands.findIndex(
      (own) => operands.filter((x) => x.value < own.value).length === 1,
    );
    const form = { rule: 'centre', position: 2, middle, operands };
    assert.deepEqual(explained, { step: path, index: [0, 1, 3, 2], ...form });
    assert.equal(result, operands[2].value - operands[middle].value);
    assert.ok(difference <= bound);
    assert.equal(difference, Math.abs(value - result));
    const { checkEveryCell } = await importFromCopy(
      'tests/node/engine/support/explanation-check.mjs',
    );
    assert.equal(checkEveryCell(trace).centre, data.length);
  });

  test('is in formula, PyTorch and NumPy, its own and those that read it', () => {
    const own = stepAt(path);
    assert.equal(
      own.formula,
      String.raw`S^{\circ} = \bar{S} - \operatorname{quantile}_{0.5}(\bar{S})`,
    );
    const call = (library, options) =>
      `centred = scaled - ${library}.quantile(scaled, 0.5, -1, ${options})`;
    assert.equal(own.code, call('torch', "keepdim=True, interpolation='lower'"));
    assert.equal(own.numpy, call('np', "keepdims=True, method='lower'"));
    const { formula, code, numpy } = stepAt('masked_scores');
    assert.ok(formula.includes(own.symbol), formula);
    for (const line of [code, numpy]) assert.ok(line.includes('centred'), line);
  });

  test('is left to the fused kernel by calls, which has to give the same weights', () => {
    const x = [...Array(4).keys()].map((row) => [1, row, row % 2, -row]);
    const [steps, call] = [
      ap.traceAttention({ x, projections: 'none' }),
      ap.scaledDotProductAttention({ query: x, key: x, value: x }),
    ];
    const weights = steps.tensor('weights').data;
    assert.ok(steps.steps.some((step) => step.path === path));
    steps.dispose();
    weights.forEach((weight, i) => assert.ok(Math.abs(weight - call.weights.data[i]) < 1e-6));
  });

  for (const lang of ['en', 'zh']) {
    test(`is proved with its words, its numbers and a link for each operand (${lang})`, async () => {
      const { links, proofOf, storeWith } = await importFromCopy(
        'tests/node/state/support/proof.mjs',
      );
      const store = storeWith(
        Object.fromEntries(trace.steps.map((step) => [step.path, step])),
        lang,
      );
      const explanation = trace.explain(path, [0, 1, 3, 2]);
      const { html, text } = proofOf(store, explanation);
      assert.equal(store.t.steps[path].title, title[lang]);
      assert.ok(text.includes(rule[lang]), text);
      assert.ok(text.includes(`= ${explanation.result.toFixed(6)}`), text);
      assert.equal(new Set(links(html)).size, 4);
    });
  }
});
