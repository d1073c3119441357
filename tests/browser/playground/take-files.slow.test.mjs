// What the menu saves, in every mode and both languages: read back by programs of others, it has the numbers of the page.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pythonPath as python } from '../../../scripts/setup.mjs';
import { ap } from '../../node/engine/support/engine.mjs';
import { openAnyPage } from '../support/any-page.mjs';

const { withPage, folder } = await openAnyPage('take-files-page');

const texts = {
  en: {
    take: 'Take it along',
    figure: 'This figure',
    step: 'This step',
    trace: 'All steps',
    program: 'As a program',
  },
  zh: {
    take: '导出与分享',
    figure: '这张图',
    step: '这一步',
    trace: '所有步骤',
    program: '写成程序',
  },
};

/** Presses a button of a group; returns the name and the bytes of the file that comes. */
async function saved(page, group, name) {
  const button = page
    .getByRole('group', { name: group, exact: true })
    .getByRole('button', { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  return { name: download.suggestedFilename(), file, bytes: readFileSync(file) };
}

/** Every step's numbers on the page: path → list. */
const numbersOf = (page) =>
  page.evaluate(() => {
    const { trace } = document.querySelector('attention-playground');
    return Object.fromEntries(
      trace.steps.map(({ path }) => [path, Array.from(trace.tensor(path).data)]),
    );
  });

const npzReader = `
import json, sys, numpy as np
arrays = np.load(sys.argv[1])
numbers = lambda array: [repr(float(x)) for x in array.reshape(-1)]
print(json.dumps({name: numbers(arrays[name]) for name in arrays.files}))
`;

/** What NumPy finds in a file: path → list. */
function readNpz(file) {
  const ran = spawnSync(python, ['-c', npzReader, file], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  assert.equal(ran.status, 0, ran.stderr);
  const lists = Object.entries(JSON.parse(ran.stdout));
  const number = (text) => Number(text.replace('inf', 'Infinity'));
  return Object.fromEntries(lists.map(([path, list]) => [path, list.map(number)]));
}

/** To the last bit; a first difference is said, not all. */
function assertNumbers(found, expected) {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort());
  for (const [path, list] of Object.entries(expected)) {
    assert.equal(found[path].length, list.length, path);
    const at = list.findIndex((value, i) => !Object.is(value, found[path][i]));
    assert.equal(at, -1, `${path}[${at}]: ${found[path][at]}, not ${list[at]}`);
  }
}

const kinds = {
  'a layer, a fault, an edit':
    'parameters="random" step="scores" heads="2" d-model="8" mask="causal" fault="no_scale"',
  'a trained model': 'parameters="referent-emergent"',
  'an untrained pair': 'model="encoder-decoder" d-model="8" layers="1"',
};

describe('the numbers', () => {
  for (const [i, mode] of ['figure', 'guided', 'workbench'].entries()) {
    for (const [j, [kind, attributes]] of Object.entries(kinds).entries()) {
      const lang = (i + j) % 2 === 0 ? 'en' : 'zh';
      const words = texts[lang];
      test(`${kind}: ${mode}, ${lang}`, () =>
        withPage(
          `<attention-playground lang="${lang}" mode="${mode}" ${attributes}></attention-playground>`,
          async (page) => {
            await page.evaluate(() => {
              const { store } = document.querySelector('attention-playground');
              store.edit(store.state.step, [0, 0, 1, 0], 0.5);
            });
            const expected = await numbersOf(page);
            const step = await page.evaluate(
              () => document.querySelector('attention-playground').step,
            );
            await page.locator('summary', { hasText: words.take }).click();

            const one = await saved(page, words.step, '.npz');
            assert.equal(one.name, `${step}.npz`);
            assertNumbers(readNpz(one.file), { [step]: expected[step] });
            const { path, data } = JSON.parse((await saved(page, words.step, 'JSON')).bytes);
            const floats = data.map((each) => Math.fround(Number(each)));
            assertNumbers({ [path]: floats }, { [step]: expected[step] });

            assertNumbers(readNpz((await saved(page, words.trace, '.npz')).file), expected);
            const record = await saved(page, words.trace, 'JSON');
            assert.equal(record.name, 'trace.json');
            const trace = ap.traceFrom(record.bytes.toString());
            const found = trace.steps.map((each) => [
              each.path,
              Array.from(trace.tensor(each.path).data),
            ]);
            assertNumbers(Object.fromEntries(found), expected);
            assert.equal(trace.edits.length, 1);
            trace.dispose();
          },
        ));
    }
  }
});

test('the programs: NumPy runs the script, and the notebook has the same lines', () =>
  withPage(
    '<attention-playground parameters="random" heads="2" d-model="8" mask="causal"></attention-playground>',
    async (page) => {
      const words = texts.en;
      await page.locator('summary', { hasText: words.take }).click();
      const script = await saved(page, words.program, 'NumPy .py');
      assert.equal(script.name, 'walk_numpy.py');
      const ran = spawnSync(python, [script.file], { encoding: 'utf8', cwd: folder });
      assert.equal(ran.status, 0, ran.stderr);
      const [, difference] = /off by at most ([\d.e-]+)/.exec(ran.stdout);
      assert.ok(Number(difference) < 1e-5, ran.stdout);
      const notebook = JSON.parse((await saved(page, words.program, 'NumPy .ipynb')).bytes);
      const lines = notebook.cells
        .filter(({ cell_type: type }) => type === 'code')
        .flatMap(({ source }) => source);
      const source = script.bytes.toString();
      for (const line of lines) assert.ok(source.includes(line.trim()), line);
      assert.ok(lines.length > 15);
      const torch = await saved(page, words.program, 'PyTorch .py');
      assert.match(torch.bytes.toString(), /^import .*torch/m);
      await saved(page, words.program, 'PyTorch .ipynb');
    },
  ));

/** What an SVG says, as its texts. */
const textsIn = (source) =>
  [...source.matchAll(/<(text|tspan)\b[^>]*>([^<]*)(?=<)/g)].map(([, , text]) => text);

describe('the figure', () => {
  for (const [lang, words] of Object.entries(texts)) {
    for (const view of ['heads', 'matrix', 'text']) {
      test(`weights as ${view}: ${lang}`, () =>
        withPage(
          `<attention-playground lang="${lang}" mode="guided" parameters="random" sentence="I am good" heads="2"
            d-model="8" step="weights" weights-view="${view}"></attention-playground>`,
          async (page) => {
            await page.locator('summary', { hasText: words.take }).click();
            const svg = await saved(page, words.figure, 'SVG');
            assert.equal(svg.name, 'weights.svg');
            const found = textsIn(svg.bytes.toString());
            for (const word of ['I', 'am', 'good']) assert.ok(found.includes(word), word);
            const { weights } = await numbersOf(page);
            const inHead = (head) =>
              weights.slice(9 * head, 9 * head + 9).map((weight) => weight.toFixed(2));
            const whole = [0, 1].some((head) => inHead(head).every((one) => found.includes(one)));
            assert.equal(whole, view !== 'heads', found.join(' '));
            const png = await saved(page, words.figure, 'PNG');
            assert.equal(png.bytes.toString('latin1', 1, 4), 'PNG');
            const tex = (await saved(page, words.figure, 'LaTeX')).bytes.toString();
            assert.match(tex, /\\begin\{tikzpicture\}/);
            const markdown = (await saved(page, words.figure, 'Markdown')).bytes.toString();
            assert.match(markdown, /\| +\*{0,2}good/);
            for (const one of [...inHead(0), ...inHead(1)])
              assert.ok(markdown.includes(one), markdown);
          },
        ));
    }
  }
});

test('nothing is lost where a file cannot be made: it is said, and the page goes on', () =>
  withPage(
    '<attention-playground parameters="random" d-model="8"></attention-playground>',
    async (page) => {
      await page.locator('summary', { hasText: texts.en.take }).click();
      await page.route('**/attention-playground.single*', (route) => route.abort());
      await page.getByRole('button', { name: 'HTML file', exact: true }).click();
      const said = page.locator('ap-take [role=status]');
      await said.filter({ hasText: /single/ }).waitFor();
      await page.unroute('**/attention-playground.single*');
      page.problems.length = 0;
      const file = await saved(page, 'This page', 'HTML file');
      assert.equal(file.name, 'attention.html');
      writeFileSync(join(folder, 'again.html'), file.bytes);
      assert.ok(file.bytes.length < 1.2 * 2 ** 20, `${file.bytes.length} bytes`);
    },
    { fresh: true },
  ));
