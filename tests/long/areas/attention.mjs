// Both kinds of attention with every option, beside the definition in doubles; and results into their own inputs.

import assert from 'node:assert/strict';
import { attention, given, multiHead } from '../../node/engine/support/attention-oracle.mjs';
import { requireFinite } from '../support/fuzzer.mjs';
import { countOf } from '../support/random.mjs';
import {
  addedAt,
  keptFor,
  maskFor,
  operand,
  place,
  requireWithin,
  sameShape,
} from './operands.mjs';

const compared = 0.4;

/** Options of both kinds, and what they add to a cell of the scores. */
function switches(fuzz, scores) {
  const { random } = fuzz;
  const options = random.some({
    isCausal: random.chance(0.7),
    causalOffset: random.whole(-2, 4),
    scale: random.number(),
    temperature: random.pick([1, 0.5, 3]),
    softcap: random.pick([0.5, 30, 1e30]),
    dropoutP: random.pick([0, 0.3]),
    training: random.chance(0.3),
    seed: random.whole(0, 2 ** 32 - 1),
    needWeights: random.chance(0.5),
  });
  const mask = random.chance(0.4) ? maskFor(fuzz, scores) : undefined;
  if (mask) options.attnMask = mask.given;
  const mayKeep = random.chance(0.3) ? keptFor(fuzz, scores) : undefined;
  if (mayKeep) options.dropoutMask = mayKeep.given;
  const { isCausal = false, causalOffset = 0 } = options;
  const added = (index) => {
    const [t, s] = index.slice(-2);
    return (isCausal && s > t + causalOffset ? -Infinity : 0) + (mask ? addedAt(mask, index) : 0);
  };
  const { training = false, dropoutP = 0 } = options;
  const kept =
    training && mayKeep ? (index) => addedAt(mayKeep, index) / (1 - dropoutP) : undefined;
  const dropping = training && !kept && dropoutP > 0;
  return { options, added, kept, mask, dropping };
}

/** Where the output went, that it is finite, and whether the weights are as asked: { output, weights } as numbers. */
function finished(fuzz, done, { out, options, shape, scores }) {
  if (!done) return undefined;
  const { result, hostile } = done;
  if (typeof result.output.read === 'function') fuzz.world.refresh(result.output);
  if (hostile) return undefined;
  return fuzz.check(() => {
    if (out) assert.equal(result.output, out);
    assert.ok(sameShape([...result.output.shape], shape), `shape (${result.output.shape})`);
    assert.equal('weights' in result, options.needWeights ?? true);
    const output = out ? out.read() : result.output.data;
    requireFinite(output, 'output');
    if (result.weights) {
      assert.ok(sameShape(result.weights.shape, scores), `weights (${result.weights.shape})`);
      requireFinite(result.weights.data, 'weights');
    }
    return { output, weights: result.weights?.data };
  });
}

function scaledDotProduct(fuzz) {
  const { ap, random } = fuzz;
  const batch = Array.from({ length: random.whole(0, 2) }, () => random.whole(1, 3));
  const [queries, keys, dK, dV] = [
    random.size(),
    random.size(),
    Math.max(random.size(), 1),
    random.size(),
  ];
  const query = operand(fuzz, [...batch, queries, dK]);
  const key = operand(fuzz, [...batch, keys, dK]);
  const value = operand(fuzz, [...batch, keys, dV]);
  const [shape, scores] = [
    [...batch, queries, dV],
    [...batch, queries, keys],
  ];
  const { options, added, kept, mask, dropping } = switches(fuzz, scores);
  const out = place(fuzz, shape, [query, key, value, ...(mask ? [mask] : [])]);
  const all = { ...options, query: query.given, key: key.given, value: value.given };
  if (out) all.out = out;
  const done = fuzz.call('ap.scaledDotProductAttention', [all], (given) =>
    ap.scaledDotProductAttention(given),
  );
  const results = finished(fuzz, done, { out, options, shape, scores });
  if (!results || dropping || !random.chance(compared)) return;
  fuzz.compared++;
  const scale = (options.scale ?? 1 / Math.sqrt(dK)) / (options.temperature ?? 1);
  fuzz.check(() => {
    for (let n = 0; n < countOf(batch); n++) {
      const index =
        batch.length === 2 ? [Math.floor(n / batch[1]), n % batch[1]] : batch.map(() => n);
      const one = attention(
        given(queries, dK, query.data, n * queries * dK),
        given(keys, dK, key.data, n * keys * dK),
        given(keys, dV, value.data, n * keys * dV),
        {
          scale,
          softcap: options.softcap,
          mask: (t, s) => added([...index, t, s]),
          kept: kept && ((t, s) => kept([...index, t, s])),
        },
      );
      requireWithin(results.output, n * queries * dV, one.output, 'output');
      if (results.weights)
        requireWithin(results.weights, n * queries * keys, one.weights, 'weights');
    }
  });
}

const isHuge = (number) => Math.abs(number) > 1e30 && Number.isFinite(number);

/** Projections of a width, with some of the biases. */
export function projections(fuzz, width, inner, values = inner, biases = fuzz.random.chance(0.5)) {
  const { random } = fuzz;
  const made = {
    wq: operand(fuzz, [width, inner]),
    wk: operand(fuzz, [width, inner]),
    wv: operand(fuzz, [width, values]),
    wo: operand(fuzz, [values, width]),
  };
  if (!biases) return made;
  const sizes = { bq: inner, bk: inner, bv: values, bo: width };
  const some = Object.entries(random.some(sizes, 0.7));
  return {
    ...made,
    ...Object.fromEntries(some.map(([name, size]) => [name, operand(fuzz, [size])])),
  };
}

export const givenOf = (operands) =>
  Object.fromEntries(Object.entries(operands).map(([name, each]) => [name, each.given]));

function multiHeadAttention(fuzz) {
  const { ap, random } = fuzz;
  const batch = random.chance(0.4) ? [] : [random.whole(1, 3)];
  const sentences = batch[0] ?? 1;
  const heads = random.whole(1, 3);
  const [width, inner, values] = [
    random.whole(1, 6),
    heads * random.whole(1, 4),
    heads * random.whole(1, 3),
  ];
  const [queries, keys] = [random.whole(1, 6), random.whole(1, 6)];
  const { wo, bo, ...others } = projections(fuzz, width, inner, values);
  const projected = random.chance(0.7);
  const matrices = projected ? { ...others, wo, ...(bo && { bo }) } : others;
  const query = operand(fuzz, [...batch, queries, width]);
  const cross = random.chance(0.5);
  const key = cross ? operand(fuzz, [...batch, keys, width]) : query;
  const value = cross && random.chance(0.5) ? operand(fuzz, [...batch, keys, width]) : key;
  const length = cross ? keys : queries;
  const full = [sentences, heads, queries, length];
  const { options, added, kept, mask, dropping } = switches(fuzz, full);
  if (!projected) options.outputProjection = false;
  const padding = random.chance(0.3) ? maskFor(fuzz, [sentences, length], 2) : undefined;
  if (padding && !sameShape(padding.shape, [sentences, length])) return;
  const outputWidth = projected ? width : values;
  const shape = [...batch, queries, outputWidth];
  const inputs = [query, key, value, ...Object.values(matrices), mask ?? {}, padding ?? {}];
  const out = place(fuzz, shape, inputs);
  const all = { ...options, ...givenOf(matrices), query: query.given, numHeads: heads };
  if (key !== query) all.key = key.given;
  if (value !== key) all.value = value.given;
  if (padding) all.keyPaddingMask = padding.given;
  if (out) all.out = out;
  const done = fuzz.call('ap.multiHeadAttention', [all], (given) => ap.multiHeadAttention(given));
  const scores = batch.length > 0 ? full : full.slice(1);
  const results = finished(fuzz, done, { out, options, shape, scores });
  if (!results || dropping || !random.chance(compared)) return;
  // Of a score between +1e38 and −1e38 nothing is left, or all of it: that depends on the order.
  if (mask?.data.some(isHuge) && padding?.data.some(isHuge)) return;
  fuzz.compared++;
  fuzz.check(() => {
    for (let n = 0; n < sentences; n++) {
      const one = multiHead({
        query: given(queries, width, query.data, n * queries * width),
        key: given(length, width, key.data, n * length * width),
        value: given(length, width, value.data, n * length * width),
        wq: given(width, inner, matrices.wq.data),
        wk: given(width, inner, matrices.wk.data),
        wv: given(width, values, matrices.wv.data),
        wo: matrices.wo && given(values, width, matrices.wo.data),
        ...Object.fromEntries(['bq', 'bk', 'bv', 'bo'].map((name) => [name, matrices[name]?.data])),
        heads,
        scale: (options.scale ?? 1 / Math.sqrt(inner / heads)) / (options.temperature ?? 1),
        softcap: options.softcap,
        kept: kept && ((head, t, s) => kept([n, head, t, s])),
        mask: (head, t, s) => added([n, head, t, s]) + (padding ? addedAt(padding, [n, s]) : 0),
      });
      requireWithin(results.output, n * queries * outputWidth, one.output, 'output');
      one.weights.forEach((weights, head) => {
        const at = (n * heads + head) * queries * length;
        if (results.weights) requireWithin(results.weights, at, weights, 'weights');
      });
    }
  });
}

/** A result may go into none of the call's inputs, whatever it is there: operand, mask or weight. */
function aliased(fuzz) {
  const { ap, random } = fuzz;
  const n = random.whole(1, 4);
  const [x, y, bias] = [adopted(fuzz, [n, n]), adopted(fuzz, [n, n]), adopted(fuzz, [n])];
  const row = adopted(fuzz, [1, n]);
  const all = { query: x, key: y, value: y, attnMask: random.pick([x, y]) };
  const heads = { query: x, wq: y, wk: y, wv: y, wo: y, numHeads: 1 };
  const into = { out: random.pick([x, y]) };
  const calls = {
    'ap.matmul': [x, y, into],
    'ap.linear': [x, y, bias, into],
    'ap.softmax': [x, 0, { out: x }],
    'ap.layerNorm': [row, n, bias, bias, 1e-5, { out: row }],
    'ap.scaledDotProductAttention': [{ ...all, ...into }],
    'ap.multiHeadAttention': [{ ...heads, attnMask: x, ...into }],
  };
  const name = random.pick(Object.keys(calls));
  const method = name.slice('ap.'.length);
  const given = calls[name];
  fuzz.call(
    name,
    given,
    (...args) => assert.throws(() => ap[method](...args), { code: 'conflict', argument: 'out' }),
    { hostility: 0, form: false },
  );
}

function adopted({ random, world }, shape) {
  const data = random.floats(countOf(shape));
  return world.add('tensors', { handle: world.make(shape, data), data }).handle;
}

export const actions = [
  [20, scaledDotProduct],
  [14, multiHeadAttention],
  [2, aliased],
];
