// Steps downhill: the parameters that they lead to are those of a replay from the start, in memory that has a bound.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { Descent } = await importWeb('playground/descent.ts');

const paths = ['w_q', 'w_k', 'w_v'];
const cells = 100;
const bytesOfAWeight = 4 * cells;
const steps = paths.flatMap((path) => [
  { path, source: 'parameter', shape: [cells] },
  { path: `gradient.${path}`, source: undefined, shape: [cells] },
]);

/** As traces are: x becomes x − rate · x, plus what was edited. */
function traceOf(parameters) {
  const edits = [];
  return {
    steps,
    set: (path, index, value) => edits.push(value),
    downhill(path, rate) {
      const [x = 1] = parameters[path]?.data ?? [];
      const edited = edits.reduce((sum, value) => sum + value, 0);
      return { shape: [cells], data: new Float32Array(cells).fill(x - rate * x + edited) };
    },
    dispose() {},
  };
}

/** From the start, without anything that is known. */
const replayed = (list) => new Descent().parameters('model', list, traceOf);

/** A number from 0 to below `count`, by seed. */
function randomOf(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

describe('steps downhill', () => {
  for (let seed = 1; seed <= 5; seed++) {
    test(`forwards, back and on another way, seed ${seed}: as from the start, within the bound`, () => {
      const random = randomOf(seed);
      const most = 7 * bytesOfAWeight;
      const descent = new Descent(most);
      let list = [];
      for (let turn = 0; turn < 120; turn++) {
        if (random(3) === 0) {
          list = list.slice(0, random(list.length + 1));
        } else if (list.length < 20) {
          const of = random(2) === 0 ? '' : paths[random(paths.length)];
          const edits = random(4) === 0 ? [{ path: 'w_q', index: [0], value: random(5) }] : [];
          const next = [...list, { of, rate: (1 + random(9)) / 10, edits }];
          if (random(2) === 0) {
            const before = descent.parameters('model', list, traceOf);
            const trace = traceOf(before);
            for (const { value } of edits) trace.set('w_q', [0], value);
            descent.take('model', next, trace, before);
          }
          list = next;
        }
        assert.deepEqual(descent.parameters('model', list, traceOf), replayed(list));
        assert.ok(descent.bytes <= most, `${descent.bytes} bytes`);
      }
    });
  }

  test('what is known of the last prefix is not computed again', () => {
    const descent = new Descent(4 * bytesOfAWeight);
    const list = Array.from({ length: 10 }, () => ({ of: '', rate: 0.1, edits: [] }));
    let passes = 0;
    const make = (parameters) => (passes++, traceOf(parameters));
    const found = descent.parameters('model', list, make);
    assert.equal(passes, list.length);
    assert.equal(descent.parameters('model', list, make), found);
    assert.equal(passes, list.length);
    descent.parameters('model', [...list, list[0]], make);
    assert.equal(passes, list.length + 1);
    descent.parameters('another', [], make);
    assert.equal(descent.bytes, 0);
  });

  test('one set of parameters that is larger than the bound stays until the next', () => {
    const descent = new Descent(bytesOfAWeight);
    const step = { of: '', rate: 0.1, edits: [] };
    for (let length = 1; length <= 5; length++) {
      descent.parameters('model', new Array(length).fill(step), traceOf);
      assert.equal(descent.bytes, paths.length * bytesOfAWeight);
    }
  });
});
