// Traces of one layer and of whole models: read, edited, taken back, explained, compared and disposed of.

import assert from 'node:assert/strict';
import { importWeb } from '../../node/support/bundled.mjs';
import { requireSame } from '../support/fuzzer.mjs';
import { countOf } from '../support/random.mjs';
import { givenOf, projections } from './attention.mjs';
import { keptFor, maskFor, operand, requireExtent } from './operands.mjs';

const { faultNames } = await importWeb('engine/traces/faults.ts');

const words = ['The', 'cat', 'sat', '猫', '', '\ud800', '\u{1f600}', '[PAD]', 'a\x1fb', 'on'];
/** Of a trace's steps, how many are watched. */
const watched = 3;

export function sentence({ random }, most = 4) {
  return Array.from({ length: random.whole(1, most) }, () => random.pick(words));
}

export const sentences = (fuzz, count) => Array.from({ length: count }, () => sentence(fuzz));

/** Mistakes of which one may not apply to what is traced. */
export function someFaults({ random }) {
  return Array.from({ length: random.whole(1, 2) }, () => ({
    fault: random.pick(faultNames),
    ...random.some({ at: random.pick(['', 'scores', 'encoder', 'decoder.0', 'nowhere']) }),
  }));
}

/** Keeps a trace, with the numbers of a few of its steps. */
export function keepTrace({ random, world }, handle) {
  const { steps } = handle;
  const paths = Array.from({ length: watched }, () => random.pick(steps).path);
  paths.push(steps.at(-1).path);
  const entry = { handle, paths, states: [], shapes: new Map(steps.map((s) => [s.path, s.shape])) };
  entry.states.push(stateOf(entry));
  return world.add('traces', entry);
}

const stateOf = ({ handle, paths }) =>
  new Map(paths.map((path) => [path, handle.tensor(path).data]));

/** Options of traceAttention, which fit together. */
function attentionOptions(fuzz) {
  const { random } = fuzz;
  const batch = random.whole(1, 2);
  const numHeads = random.whole(1, 3);
  const dModel = numHeads * random.whole(1, 3);
  const fromVectors = random.chance(0.4);
  const length = random.whole(1, 4);
  const operands = random.chance(0.2);
  const plain = random.chance(0.2);
  const options = operands
    ? givenOperands(fuzz, [batch, ...(plain && random.chance(0.5) ? [2] : [])], length, dModel)
    : fromVectors
      ? { x: operand(fuzz, [batch, length, dModel]).given }
      : { tokens: sentences(fuzz, batch), dModel };
  if (!operands && random.chance(0.3)) {
    if (random.chance(0.5)) options.memoryTokens = sentences(fuzz, batch);
    else options.memory = operand(fuzz, [batch, random.whole(1, 4), dModel]).given;
  }
  if (plain) options.projections = 'none';
  else options.numHeads = numHeads;
  if (!plain && random.chance(0.3)) {
    options.projections = random.chance(0.5)
      ? 'identity'
      : givenOf(projections(fuzz, dModel, dModel));
  }
  if (!plain && typeof options.projections !== 'object') {
    options.bias = random.chance(0.3);
    Object.assign(options, random.some({ dK: random.whole(1, 3), dV: random.whole(1, 3) }, 0.2));
    if (random.chance(0.2)) options.outputWidth = random.whole(1, 4);
  }
  return { options: { ...options, ...more(fuzz, plain ? 1 : numHeads, plain) }, batch };
}

/** In place of sentences; all are as wide as the others' options expect, but for the values. `leading`: [B] or [B, h]. */
function givenOperands(fuzz, leading, length, width) {
  const keys = fuzz.random.whole(1, 4);
  return {
    query: operand(fuzz, [...leading, length, width]).given,
    ...fuzz.random.some({
      key: operand(fuzz, [...leading, keys, width]).given,
      value: operand(fuzz, [...leading, keys, fuzz.random.whole(1, 4)]).given,
    }),
  };
}

function more(fuzz, numHeads, plain) {
  const { random } = fuzz;
  const options = random.some({
    positions: random.pick(['none', 'sinusoidal', 'learned']),
    isCausal: random.chance(0.5),
    causalOffset: random.whole(-1, 2),
    scale: random.number(),
    temperature: random.pick([1, 2]),
    softcap: random.pick([0.7, 50]),
    outputProjection: random.chance(0.5),
    dropoutMask: keptFor(fuzz, [1, 1]).given,
    dropoutP: random.pick([0, 0.4]),
    training: random.chance(0.5),
    seed: random.whole(0, 2 ** 32 - 1),
    maskPadding: random.chance(0.5),
  });
  if (random.chance(0.2)) options.faults = someFaults(fuzz);
  if (random.chance(0.1)) options.attnMask = maskFor(fuzz, [1, 1, 1, 1]).given;
  if (random.chance(0.2)) options.tile = [random.whole(1, 3), random.whole(1, 3)];
  else if (!plain && random.chance(0.3)) options.workers = random.pick([1, numHeads]);
  if (!plain && random.chance(0.3)) options.headMatrices = random.pick(['combined', 'separate']);
  return options;
}

function traceAttention(fuzz) {
  const { ap, random } = fuzz;
  const { options, batch } = attentionOptions(fuzz);
  if (random.chance(0.2)) options.keyPaddingMask = maskFor(fuzz, [batch, 3]).given;
  // Some options exclude each other: which, only the engine knows.
  const done = fuzz.call('ap.traceAttention', [options], (given) => ap.traceAttention(given), {
    good: false,
  });
  if (done) keepTrace(fuzz, done.result);
}

function traceScaling(fuzz) {
  const { ap, random } = fuzz;
  const options = { dK: random.whole(1, 16), ...random.some({ queries: 3, keys: 4, seed: 5 }) };
  const done = fuzz.call('ap.traceScaling', [options], (given) => ap.traceScaling(given));
  if (done) keepTrace(fuzz, done.result);
}

/** Weights of two to four axes, any numbers among them; half of them with values. */
function traceWeights(fuzz) {
  const { ap, random } = fuzz;
  const leading = [random.whole(1, 2), random.whole(1, 3)].slice(random.whole(0, 2));
  const [queries, keys] = [random.whole(1, 4), random.whole(1, 4)];
  const shape = [...leading, queries, keys];
  const data = random.floats(countOf(shape));
  if (random.chance(0.2)) data[0] = random.pick([NaN, Infinity, -Infinity]);
  const options = { weights: operand(fuzz, shape, data).given };
  if (random.chance(0.5)) options.value = operand(fuzz, [...leading, keys, 2]).given;
  const done = fuzz.call('ap.traceWeights', [options], (given) => ap.traceWeights(given));
  if (done) keepTrace(fuzz, done.result);
}

/** Calls `use` with a live trace, or makes one. */
function withTrace(use) {
  return (fuzz) => {
    const { random, world } = fuzz;
    if (world.traces.length === 0) return traceAttention(fuzz);
    const entry = random.pick(world.traces);
    return use(fuzz, entry, random.pick([...entry.shapes.keys()]));
  };
}

const cellOf = (random, shape) => shape.map((size) => random.whole(0, Math.max(size - 1, 0)));

/** After a call that may have edited: the watched steps are as they were, or a state further. */
function followEdit(fuzz, entry, done) {
  if (entry.handle.disposed) return;
  const now = fuzz.check(() => stateOf(entry));
  if (done && done.result.length > 0) {
    entry.states.push(now);
    return;
  }
  fuzz.check(() => {
    for (const [path, data] of entry.states.at(-1)) requireSame(now.get(path), data, path);
  });
}

const set = withTrace((fuzz, entry, path) => {
  const { random } = fuzz;
  const shape = entry.shapes.get(path);
  if (countOf(shape) === 0) return;
  const args = [path, cellOf(random, shape), random.number()];
  // Ids and labels take whole numbers only.
  const done = fuzz.call('trace.set', args, (...given) => entry.handle.set(...given), {
    good: false,
  });
  followEdit(fuzz, entry, done);
  if (!done || done.hostile || entry.handle.disposed) return;
  fuzz.check(() => {
    assert.ok(done.result.includes(path));
    const { data } = entry.handle.tensor(path);
    assert.equal(data[place(args[1], shape)], args[2]);
  });
});

const place = (index, shape) => shape.reduce((at, size, axis) => at * size + index[axis], 0);

const setTensor = withTrace((fuzz, entry, path) => {
  const { random } = fuzz;
  const shape = entry.shapes.get(path);
  const values = operand(fuzz, shape, random.floats(countOf(shape))).given;
  const done = fuzz.call(
    'trace.setTensor',
    [path, values],
    (...given) => entry.handle.setTensor(...given),
    { good: false },
  );
  followEdit(fuzz, entry, done);
});

const cutHead = withTrace((fuzz, entry) => {
  const { handle, shapes } = entry;
  const contexts = [...shapes.keys()].filter((path) => /(^|\.)context$/.test(path));
  const found = fuzz.random.pick(contexts.length > 0 ? contexts : ['']);
  const attention = found.replace(/(\.?heads\.\d+)?\.?context$/, '');
  const head = fuzz.random.whole(0, 3);
  const done = fuzz.call(
    'trace.cutHead',
    [attention, head],
    (...given) => handle.cutHead(...given),
    {
      good: false,
    },
  );
  followEdit(fuzz, entry, done);
});

const undo = withTrace((fuzz, entry) => {
  const { handle, states } = entry;
  const { result } = fuzz.call('trace.undo', [], () => handle.undo(), { hostility: 0 });
  fuzz.check(() => assert.equal(result.length > 0, states.length > 1));
  if (states.length > 1) states.pop();
  followEdit(fuzz, entry, undefined);
});

const reset = withTrace((fuzz, entry) => {
  const { handle, states } = entry;
  fuzz.call('trace.reset', [], () => handle.reset(), { hostility: 0 });
  states.length = 1;
  fuzz.check(() => assert.deepEqual(handle.edits, []));
  followEdit(fuzz, entry, undefined);
});

const look = withTrace((fuzz, entry, path) => {
  const { handle, states, shapes } = entry;
  const shape = shapes.get(path);
  const one = (name, args, read, verify) => {
    const done = fuzz.call(`trace.${name}`, args, read);
    if (done && !done.hostile) fuzz.check(() => verify(done.result));
  };
  const now = handle.tensor(path).data;
  one(
    'tensor',
    [path],
    (given) => handle.tensor(given),
    (tensor) => {
      assert.deepEqual(tensor.shape, shape);
      assert.equal(tensor.data.length, countOf(shape));
    },
  );
  const seen = fuzz.random.pick(entry.paths);
  one(
    'baseline',
    [seen],
    (given) => handle.baseline(given),
    ({ data }) => requireSame(data, states[0].get(seen), `baseline of ${seen}`),
  );
  one(
    'memory',
    [path],
    (given) => handle.memory(given),
    (memory) => {
      assert.deepEqual(memory.shape, shape);
      const index = cellOf(fuzz.random, shape);
      if (countOf(shape) === 0) return;
      const at = memory.offset + index.reduce((sum, i, axis) => sum + i * memory.strides[axis], 0);
      assert.ok(Object.is(memory.data[at], now[place(index, shape)]), 'where a cell lies');
    },
  );
});

const explain = withTrace((fuzz, entry, path) =>
  explainCell(fuzz, entry, path, entry.shapes.get(path)),
);

function explainCell(fuzz, entry, path, shape) {
  const { random } = fuzz;
  if (countOf(shape) === 0) return;
  const index = cellOf(random, shape);
  const done = fuzz.call('trace.explain', [path, index], (...given) =>
    entry.handle.explain(...given),
  );
  if (!done || done.hostile || entry.handle.disposed) return;
  fuzz.check(() => {
    const { value, result, bound, edited } = done.result;
    assert.ok(Object.is(value, entry.handle.tensor(path).data[place(index, shape)]), 'value');
    const computed = edited ? edited.computed : value;
    if (!Number.isFinite(computed) || !Number.isFinite(result)) return;
    assert.ok(Math.abs(computed - result) <= bound, `${computed}, not ${result} ± ${bound}`);
  });
}

/** The gradients' steps come and go with edits: none is watched, one is looked at now. */
const backward = withTrace((fuzz, entry, path) => {
  const { random } = fuzz;
  const { handle, shapes } = entry;
  const given = random.some({
    of: path,
    seed: operand(fuzz, shapes.get(path), random.floats(countOf(shapes.get(path)))).given,
  });
  const done = fuzz.call('trace.backward', [given], (options) => handle.backward(options), {
    good: false,
  });
  followEdit(fuzz, entry, undefined);
  if (!done || done.hostile || handle.disposed) return;
  const seen = random.pick(done.result);
  const step = handle.steps.find((each) => each.path === seen);
  fuzz.check(() => {
    assert.ok(step?.gradient, `${seen} is no gradient`);
    const { of } = step.gradient;
    if (of) assert.deepEqual(step.shape, handle.steps.find((each) => each.path === of).shape);
  });
  explainCell(fuzz, entry, seen, step.shape);
  if (handle.disposed) return;
  const { result: loss } = fuzz.call('trace.loss', [], () => handle.loss(), { hostility: 0 });
  fuzz.check(() => assert.equal(typeof loss, 'number'));
  if (!step.gradient.of || step.gradient.share) return;
  const args = [step.gradient.of, random.number()];
  const next = fuzz.call('trace.downhill', args, (...given) => handle.downhill(...given), {
    good: false,
  });
  if (!next || next.hostile) return;
  fuzz.check(() => assert.deepEqual(next.result.shape, step.shape));
});

const program = withTrace((fuzz, { handle }) => {
  const { random } = fuzz;
  const steps = handle.steps.map((step) => step.path);
  const options = {
    language: random.pick(['torch', 'numpy']),
    ...random.some({
      upTo: random.pick(steps),
      alone: random.chance(0.5),
      format: random.pick(['py', 'ipynb']),
      dataFile: 'numbers.npz',
    }),
  };
  const done = fuzz.call('trace.program', [options], (given) => handle.program(given), {
    good: false,
  });
  if (!done || done.hostile) return;
  fuzz.check(() => assert.ok(done.result.source.includes('import')));
});

/** Figures about a step, against what its cells say. */
const figures = withTrace((fuzz, { handle, shapes }, path) => {
  const { random } = fuzz;
  const shape = shapes.get(path);
  const { data } = handle.tensor(path);
  const verify = (done, body) => {
    if (done && !done.hostile && !handle.disposed) fuzz.check(() => body(done.result));
  };
  const paths = random.chance(0.5) ? path : [path, random.pick([...shapes.keys()])];
  const extent = fuzz.call('trace.extent', [paths], (given) => handle.extent(given));
  verify(extent, (result) =>
    requireExtent(
      result,
      [paths].flat().flatMap((name) => [...handle.tensor(name).data]),
    ),
  );
  if (handle.disposed) return;
  const options = { bins: random.whole(1, 9), reach: random.pick([0.5, 1, 4]) };
  const histogram = fuzz.call('trace.histogram', [path, options], (...given) =>
    handle.histogram(...given),
  );
  verify(histogram, ({ counts, edges }) => {
    assert.deepEqual([counts.length, edges.length], [options.bins, options.bins + 1]);
  });
  if (handle.disposed || countOf(shape) === 0) return;
  const rows = fuzz.call('trace.rows', [path], (given) => handle.rows(given));
  verify(rows, (result) => {
    const count = data.length / (shape.at(-1) ?? 1);
    for (const list of [result.sums, result.means, result.deviations]) {
      assert.equal(list.length, count);
    }
  });
  if (handle.disposed) return;
  const index = cellOf(random, shape);
  const axes = shape.map((_, axis) => axis).filter(() => random.chance(0.5));
  const rank = fuzz.call('trace.rank', [path, index, axes], (...given) => handle.rank(...given));
  verify(rank, (result) => assert.ok(result >= 1 && result <= data.length, `rank ${result}`));
});

const list = withTrace((fuzz, { handle, states }) => {
  const steps = fuzz.call('trace.steps', [], () => handle.steps, { hostility: 0 });
  const edits = fuzz.call('trace.edits', [], () => handle.edits, { hostility: 0 });
  const disposed = fuzz.call('trace.disposed', [], () => handle.disposed, { hostility: 0 });
  fuzz.check(() => {
    assert.ok(steps.result.length > 0);
    assert.equal(edits.result.length > 0, states.length > 1);
    assert.equal(disposed.result, false);
  });
});

const compare = withTrace((fuzz, { handle }) => {
  const other = fuzz.random.pick(fuzz.world.traces).handle;
  const done = fuzz.call('trace.compare', [other], (given) => handle.compare(given), {
    form: false,
  });
  if (!done || done.hostile || handle.disposed) return;
  fuzz.check(() => {
    for (const { path, maxDifference } of done.result) {
      assert.ok(maxDifference >= 0 || Number.isNaN(maxDifference), `${path}: ${maxDifference}`);
      if (other !== handle || handle.tensor(path).data.some(Number.isNaN)) continue;
      assert.equal(maxDifference, 0, `${path} differs from itself`);
    }
  });
});

const firstDifference = withTrace((fuzz, { handle }) => {
  const other = fuzz.random.pick(fuzz.world.traces).handle;
  const read = (given) => handle.firstDifference(given);
  const done = fuzz.call('trace.firstDifference', [other], read, { form: false });
  if (!done || done.hostile || handle.disposed) return;
  fuzz.check(() => {
    const { result } = done;
    if (other === handle) assert.equal(result, undefined);
    if (result) assert.ok(result.maxDifference > result.tolerance, result.path);
  });
});

const difference = withTrace((fuzz, { handle }) => {
  const other = fuzz.random.pick(fuzz.world.traces).handle;
  const path = fuzz.random.pick(handle.steps.map((step) => step.path));
  const read = (...given) => handle.difference(...given);
  const done = fuzz.call('trace.difference', [other, path], read, { form: false, good: false });
  if (!done || done.hostile || handle.disposed || other !== handle) return;
  fuzz.check(() =>
    assert.ok(
      done.result.data.every((value) => value === 0),
      path,
    ),
  );
});

/** What a trace says of itself makes it again: with its numbers, its edits and what undo takes back. */
const record = withTrace((fuzz, { handle }) => {
  const { ap, random } = fuzz;
  const written = fuzz.call('trace.toJSON', [], () => handle.toJSON(), {
    good: false,
    hostility: 0,
  });
  if (!written) return;
  const read = (given) => ap.traceFrom(given);
  const given = random.chance(0.5) ? JSON.stringify(written.result) : written.result;
  const done = fuzz.call('ap.traceFrom', [given], read, { form: false });
  if (!done) return;
  const again = done.result;
  if (!done.hostile) {
    fuzz.check(() => {
      assert.deepEqual(again.edits, handle.edits);
      for (const { path } of handle.steps) {
        requireSame(again.tensor(path).data, handle.tensor(path).data, path);
      }
      assert.deepEqual(again.toJSON(), written.result);
    });
  }
  again.dispose();
});

const npz = withTrace((fuzz, { handle }, path) => {
  const { random } = fuzz;
  const paths = random.pick([path, [path], undefined]);
  const done = fuzz.call('trace.npz', [paths], (given) => handle.npz(given), { good: false });
  if (!done || done.hostile || handle.disposed) return;
  fuzz.check(() => {
    const head = new TextDecoder('latin1').decode(done.result.subarray(0, 2));
    assert.equal(head, 'PK');
  });
});

const sequence = withTrace((fuzz, { handle }) => {
  const { random } = fuzz;
  const choice = random.some({ temperature: 2, topK: 3, doSample: random.chance(0.5), seed: 4 });
  const read = (given) => handle.sequence(given);
  const done = fuzz.call('trace.sequence', [choice], read, { good: false });
  if (done) keepTrace(fuzz, done.result);
});

const dispose = withTrace((fuzz, entry) => {
  const { handle } = entry;
  fuzz.dispose('trace', entry, [
    () => handle.steps,
    () => handle.undo(),
    () => handle.compare(handle),
  ]);
});

export const actions = [
  [8, traceAttention],
  [1, traceWeights],
  [1, traceScaling],
  [12, set],
  [5, setTensor],
  [2, cutHead],
  [6, undo],
  [3, reset],
  [8, look],
  [10, explain],
  [3, backward],
  [1, program],
  [3, figures],
  [2, list],
  [2, compare],
  [2, firstDifference],
  [2, difference],
  [2, record],
  [1, npz],
  [2, sequence],
  [2, dispose],
];
