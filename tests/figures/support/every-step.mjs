// Every step of a pass of a task's model, as a page shows it: its figure, its texts in both languages, the words of its axes, and a
// proof.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { trainingWasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { proofOf } from '../../node/state/support/proof.mjs';
import { taskNames, taskPass } from '../../node/support/tasks.mjs';
import { cellsProblems, cornerProblems, gridProblems, labelProblems } from './checks.mjs';
import { drawFigure, web } from './draw.mjs';
import { modelStore } from './models.mjs';

const wasmBinary = readFileSync(join(root, trainingWasmFile));
export const training = await web.load({ training: true, wasmBinary });

/** What the page may be asked to show of a task's model: with its gradients, and without labels what it says. */
const views = { 'with gradients': true, 'without labels': false };

/** How: a task's first view the one way, its second the other, and the next task the other way round. */
const ways = [
  { lang: 'en', size: [790, 560] },
  { lang: 'zh', size: [336, 420] },
];

function passOf(name, backward) {
  const { labels, ...pass } = taskPass(training, name);
  return backward ? { ...pass, labels } : pass;
}

const words = ['token', 'memory_token', 'query', 'key', 'vocabulary'];

function figureProblems(store, step, size) {
  const figure = drawFigure(store, step.path, size);
  const one = { store, path: step.path, figure, moment: 1 };
  const checks = [cellsProblems, cornerProblems, gridProblems, labelProblems];
  // A view is one matrix with other bands; all else that is computed stands beside its operands.
  const isAlone = step.inputs.length > 0 && step.op !== 'view' && figure.grids.length < 2;
  const text = web.wordsOf(store, figure, store.t.figure);
  return [
    ...checks.flatMap((check) => check(one)),
    ...(isAlone ? [`${step.op} has no figure of its own`] : []),
    ...(/undefined|NaN|[{}]/.test(text) ? [text] : []),
  ];
}

function textProblems(store, step) {
  const { title, text } = web.stepText(store, step);
  const isFilled = title !== step.kind && text !== '' && !/[{}]/.test(title + text);
  return isFilled ? [] : [`title "${title}", text "${text}"`];
}

/** A table of all positions has more rows than the sentence has words. */
function axisProblems(store, step) {
  return step.axes.flatMap((axis, i) => {
    const at = i + step.shape.length - step.axes.length;
    const size = step.shape[at];
    const isTable = /position_table/.test(step.path);
    if (!words.includes(axis) || size === 1 || isTable) return [];
    const names = store.labels(step, at, 0);
    return names?.length === size ? [] : [`${axis} has ${names?.length} names for ${size}`];
  });
}

function proofProblems(store, step) {
  const explanation = store.explain(store.kept);
  const { text } = proofOf(store, explanation);
  return [
    ...(explanation.difference <= explanation.bound ? [] : ['its proof is of another number']),
    ...(text === '' || /undefined|NaN|[{}]|\[object/.test(text) ? [`proof: ${text}`] : []),
  ];
}

/** The tasks whose models stand for all in each change; those of the others are drawn with all tests. */
export const someTasks = ['referent-emergent'];

/** Declares the tests of a task's model. */
export function testTask(name) {
  const turn = taskNames.indexOf(name);
  describe(name, () => {
    const drawn = new Set();
    for (const [i, [view, backward]] of Object.entries(views).entries()) {
      const { lang, size } = ways[(i + turn) % ways.length];
      test(`every step is drawn, named and explained, ${view}`, () => {
        const store = modelStore({ options: passOf(name, backward), step: '', lang, backward });
        try {
          assert.ok(store.steps.length > 30, `${store.steps.length} steps`);
          const isNew = ({ path }) => !drawn.has(path);
          const problems = store.steps.filter(isNew).flatMap((step) => {
            drawn.add(step.path);
            store.goTo(step.path);
            store.keep({ path: step.path, index: step.shape.map((each) => Math.min(1, each - 1)) });
            return [
              ...textProblems(store, step),
              ...axisProblems(store, step),
              ...proofProblems(store, step),
              ...figureProblems(store, step, size),
            ].map((problem) => `${step.path}: ${problem}`);
          });
          assert.deepEqual(problems.slice(0, 10), []);
        } finally {
          store.dispose();
        }
      });
    }
  });
}
