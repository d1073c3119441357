// matmul, linear, softmax, layerNorm, the positional table and the causal mask, beside plain loops.

import assert from 'node:assert/strict';
import { given, multiply } from '../../node/engine/support/attention-oracle.mjs';
import { requireFinite } from '../support/fuzzer.mjs';
import { countOf } from '../support/random.mjs';
import { operand, place, requireExtent, requireWithin, sameShape } from './operands.mjs';

const epsilon = 2 ** -23;
/** Of the results, how many are computed a second time. */
const compared = 0.4;

/** Makes the call, and checks where its result went and that it is finite: the numbers, or undefined. */
function kernel(fuzz, name, args, shape, out, invoke) {
  const into = out ? [{ out }] : fuzz.random.chance(0.1) ? [{}] : [];
  const done = fuzz.call(name, [...args, ...into], invoke);
  if (!done) return undefined;
  const { result, hostile } = done;
  if (typeof result.read === 'function') fuzz.world.refresh(result);
  if (hostile) return undefined;
  return fuzz.check(() => {
    if (out) assert.equal(result, out);
    assert.ok(sameShape([...result.shape], shape), `shape (${result.shape}), not (${shape})`);
    const data = out ? out.read() : result.data;
    assert.equal(data.length, countOf(shape));
    requireFinite(data, 'a result');
    return data;
  });
}

function compare(fuzz, data, body) {
  if (!data || data.length === 0 || !fuzz.random.chance(compared)) return;
  fuzz.compared++;
  fuzz.check(body);
}

/** The tail of a shape, some of its sizes 1 and some left out. */
const broadcast = (random, shape) =>
  shape.slice(random.whole(0, shape.length)).map((size) => (random.chance(0.3) ? 1 : size));

function matmul(fuzz) {
  const { ap, random } = fuzz;
  const [m, k, n] = [random.size(), random.size(), random.size()];
  const batch = Array.from({ length: random.whole(0, 2) }, () => random.size(3));
  const [own, other] = random.chance(0.5)
    ? [batch, broadcast(random, batch)]
    : [broadcast(random, batch), batch];
  const a = operand(fuzz, [...own, m, k]);
  const b = operand(fuzz, [...other, k, n]);
  const shape = [...batch, m, n];
  const out = place(fuzz, shape, [a, b]);
  const data = kernel(fuzz, 'ap.matmul', [a.given, b.given], shape, out, (...args) =>
    ap.matmul(...args),
  );
  compare(fuzz, data, () => {
    for (let i = 0; i < countOf(batch); i++) {
      const left = given(m, k, a.data, matrixAt(i, batch, own) * m * k);
      const right = given(k, n, b.data, matrixAt(i, batch, other) * k * n);
      requireWithin(data, i * m * n, multiply(left, right), 'matmul');
    }
  });
}

/** Which matrix of `own` leading axes belongs to the n-th of a batch. */
function matrixAt(n, batch, own) {
  const index = [];
  for (let axis = batch.length - 1; axis >= 0; axis--) {
    index.unshift(n % batch[axis]);
    n = Math.floor(n / batch[axis]);
  }
  const tail = index.slice(batch.length - own.length);
  return own.reduce((at, size, axis) => at * size + (size === 1 ? 0 : tail[axis]), 0);
}

function linear(fuzz) {
  const { ap, random } = fuzz;
  const [inputs, outputs] = [random.size(), random.size()];
  const leading = Array.from({ length: random.whole(0, 3) }, () => random.size(3));
  const x = operand(fuzz, [...leading, inputs]);
  const w = operand(fuzz, [inputs, outputs]);
  const bias = random.chance(0.5) ? operand(fuzz, [outputs]) : undefined;
  const shape = [...leading, outputs];
  const out = place(fuzz, shape, [x, w, ...(bias ? [bias] : [])]);
  const args = [x.given, w.given, bias?.given];
  const data = kernel(fuzz, 'ap.linear', args, shape, out, (...args) => ap.linear(...args));
  compare(fuzz, data, () => {
    const rows = countOf(leading);
    const [left, right] = [given(rows, inputs, x.data), given(inputs, outputs, w.data)];
    requireWithin(data, 0, multiply(left, right, { bias: bias?.data }), 'linear');
  });
}

function softmax(fuzz) {
  const { ap, random } = fuzz;
  const shape = Array.from({ length: random.whole(1, 4) }, () => random.size(5));
  const axis = random.whole(-shape.length, shape.length - 1);
  const numbers = random.floats(countOf(shape)).map((n) => (n < -1.7 ? -Infinity : 20 * n));
  const x = operand(fuzz, shape, numbers);
  const out = place(fuzz, shape, [x]);
  const data = kernel(fuzz, 'ap.softmax', [x.given, axis], shape, out, (...args) =>
    ap.softmax(...args),
  );
  compare(fuzz, data, () => {
    for (const row of rowsAlong(shape, axis)) {
      const values = row.map((at) => x.data[at]);
      const maximum = Math.max(...values);
      const powers = values.map((value) => (maximum === -Infinity ? 0 : Math.exp(value - maximum)));
      const sum = powers.reduce((a, b) => a + b, 0) || 1;
      row.forEach((at, i) => {
        const expected = powers[i] / sum;
        const distance = expected > 0 ? maximum - values[i] : 0;
        near(data[at], expected, expected * epsilon * (row.length + 8 + distance), 'softmax');
      });
    }
  });
}

/** Row-major places of the cells of each row along an axis. */
function* rowsAlong(shape, axis) {
  const along = axis < 0 ? axis + shape.length : axis;
  const step = countOf(shape.slice(along + 1));
  for (let at = 0; at < countOf(shape); at++) {
    if (Math.floor(at / step) % shape[along] > 0) continue;
    yield Array.from({ length: shape[along] }, (_, i) => at + i * step);
  }
}

function near(actual, expected, tolerance, what) {
  const fits = Math.abs(actual - expected) <= tolerance + 2 ** -125;
  assert.ok(fits, `${what}: ${actual}, expected ${expected} ± ${tolerance}`);
}

function layerNorm(fuzz) {
  const { ap, random } = fuzz;
  const leading = Array.from({ length: random.whole(0, 2) }, () => random.size(4));
  const normalized = Array.from({ length: random.whole(1, 2) }, () => Math.max(random.size(), 1));
  const shape = [...leading, ...normalized];
  const x = operand(fuzz, shape);
  const weight = random.chance(0.6) ? operand(fuzz, normalized) : undefined;
  const bias = random.chance(0.5) ? operand(fuzz, normalized) : undefined;
  const eps = random.pick([1e-5, 0.1, 1]);
  const out = place(fuzz, shape, [x, weight ?? {}, bias ?? {}]);
  const sizes = normalized.length === 1 && random.chance(0.5) ? normalized[0] : normalized;
  const args = [x.given, sizes, weight?.given, bias?.given, eps];
  const data = kernel(fuzz, 'ap.layerNorm', args, shape, out, (...args) => ap.layerNorm(...args));
  compare(fuzz, data, () => {
    const n = countOf(normalized);
    for (let row = 0; row < data.length; row += n) {
      const values = Array.from(x.data.subarray(row, row + n));
      const mean = values.reduce((a, b) => a + b, 0) / n;
      const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / n;
      const largest = Math.max(...values.map(Math.abs));
      const deviation = Math.sqrt(variance + eps);
      // Rounding moves a value by so much at most, the deviation in proportion.
      const moved = (n + 8) * epsilon * largest;
      values.forEach((value, i) => {
        const unit = (value - mean) / deviation;
        const scale = weight ? weight.data[i] : 1;
        const expected = unit * scale + (bias ? bias.data[i] : 0);
        const spread = (moved / deviation) * (1 + Math.abs(unit)) + 8 * epsilon * Math.abs(unit);
        const rounding = 4 * epsilon * (Math.abs(expected) + Math.abs(unit * scale));
        near(data[row + i], expected, 2 * spread * Math.abs(scale) + rounding, 'layerNorm');
      });
    }
  });
}

function positionalEncoding(fuzz) {
  const { ap, random } = fuzz;
  const [length, dModel] = [random.whole(1, 12), random.whole(1, 12)];
  const data = kernel(
    fuzz,
    'ap.positionalEncoding',
    [{ length, dModel }],
    [length, dModel],
    undefined,
    (...args) => ap.positionalEncoding(...args),
  );
  compare(fuzz, data, () =>
    data.forEach((number, i) => {
      const column = i % dModel;
      const angle = Math.floor(i / dModel) / 10000 ** ((2 * Math.floor(column / 2)) / dModel);
      near(number, column % 2 === 0 ? Math.sin(angle) : Math.cos(angle), 4 * epsilon, 'position');
    }),
  );
}

function causalMask(fuzz) {
  const { ap, random } = fuzz;
  const [queries, keys, offset] = [random.whole(1, 9), random.whole(1, 9), random.whole(-3, 5)];
  const done = fuzz.call('ap.causalMask', [queries, keys, offset], (...args) =>
    ap.causalMask(...args),
  );
  if (!done || done.hostile) return;
  fuzz.check(() => {
    const { shape, data } = done.result;
    assert.deepEqual(shape, [queries, keys]);
    data.forEach((number, i) => {
      const sees = i % keys <= Math.floor(i / keys) + offset;
      assert.equal(number, sees ? 0 : -Infinity);
    });
  });
}

function extent(fuzz) {
  const { ap, random } = fuzz;
  const shape = Array.from({ length: random.whole(0, 4) }, () => random.whole(0, 4));
  const x = operand(fuzz, shape);
  const done = fuzz.call('ap.extent', [x.given], (given) => ap.extent(given));
  if (done && !done.hostile) fuzz.check(() => requireExtent(done.result, [...x.data]));
}

function small(fuzz) {
  const { ap } = fuzz;
  const bytes = fuzz.call('ap.memoryBytes', [], () => ap.memoryBytes(), { hostility: 0 });
  fuzz.check(() => assert.equal(bytes.result % 2 ** 16, 0));
  const list = fuzz.call('ap.declarations', [], () => ap.declarations(), { hostility: 0 });
  fuzz.check(() => assert.ok(list.result.length > 100 && list.result.every(({ kind }) => kind)));
}

export const actions = [
  [14, matmul],
  [12, linear],
  [12, softmax],
  [12, layerNorm],
  [4, positionalEncoding],
  [4, causalMask],
  [2, extent],
  [0.1, small],
];
