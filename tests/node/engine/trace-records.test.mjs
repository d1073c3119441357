// A trace as plain JSON and as .npz: what is written makes the same trace again, to the last bit, and other programs read it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { pythonPath as python } from '../../../scripts/setup.mjs';
import { cases } from './program/cases.mjs';
import { ap, assertRefused, assertSame, engine, seeded, withTrace } from './support/engine.mjs';
import { small, source, target } from './support/models.mjs';
import { tables } from './support/tables.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attention-records-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const words = { tokens: [['a', 'b', 'c']], dModel: 4, numHeads: 2 };

function assertEqual(trace, other) {
  const [steps, others] = [trace, other].map((each) => JSON.stringify(each.steps));
  assert.ok(steps === others, 'other steps');
  assertNumbers(trace, other);
}

function assertNumbers(trace, other) {
  assert.deepEqual(trace.edits, other.edits);
  for (const { path } of other.steps) assertSame(trace.tensor(path), other.tensor(path), path);
}

/** The same trace, by way of a text. */
const again = (trace) => ap.traceFrom(JSON.stringify(trace));

/** Calls `use` with what a call gave, and disposes of it. */
function using(trace, use) {
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

/** No single call makes the traces of generated tokens and of updates. */
const isMadeAtOnce = ({ name }) => !/^(token|update): |: a drawn token /.test(name);

test('every kind of trace comes back from its text, to the last bit', async () => {
  const made = cases.filter(isMadeAtOnce);
  assert.ok(made.length > 140, `${made.length} traces`);
  for (const { name, make } of made) {
    const trace = await make();
    try {
      using(again(trace), (other) => {
        assertEqual(other, trace);
        assert.equal(JSON.stringify(other), JSON.stringify(trace));
      });
    } catch (error) {
      error.message = `${name}: ${error.message}`;
      throw error;
    } finally {
      trace.dispose();
    }
  }
});

test('of a generated token and of an update there is no record, but there are numbers', async () => {
  const others = cases.filter((one) => !isMadeAtOnce(one));
  assert.ok(others.length > 12);
  for (const { make } of others) {
    const trace = await make();
    assertRefused(() => trace.toJSON(), { code: 'conflict', argument: 'trace' });
    assert.ok(trace.npz().length > 100);
    trace.dispose();
  }
});

describe('edits', () => {
  /** Random edits, some of them undone. */
  function edit(trace, random) {
    for (let left = 12; left > 0; left--) {
      const { path, shape } = trace.steps[random.whole(0, trace.steps.length - 1)];
      const index = shape.map((size) => random.whole(0, size - 1));
      const kind = random.whole(0, 7);
      try {
        if (kind < 5) trace.set(path, index, random.tensor(1).data[0]);
        else if (kind < 6) trace.setTensor(path, random.tensor(...shape));
        else trace.undo();
      } catch (error) {
        // Ids and labels take few numbers.
        if (!engine.isEngineError(error)) throw error;
      }
    }
  }

  test('come back one by one, so that undo goes through the very states that were', () => {
    let edits = 0;
    for (let seed = 1; seed <= 30; seed++) {
      const random = seeded(seed);
      const options = { ...words, seed, isCausal: seed % 2 === 0, bias: seed % 3 === 0 };
      using(
        seed % 5 === 0
          ? ap.traceTransformer({ ...small, source, target })
          : ap.traceAttention(options),
        (trace) => {
          const { path } = trace.steps.findLast(({ kind }) => kind === 'context');
          if (seed % 3 === 0) trace.backward({ of: path });
          edit(trace, random);
          edits += trace.edits.length;
          using(again(trace), (other) => {
            assertEqual(other, trace);
            while (trace.edits.length > 0) {
              assert.deepEqual(other.undo(), trace.undo());
              assertEqual(other, trace);
            }
          });
        },
      );
    }
    assert.ok(edits > 100, `${edits} edits`);
  });

  test('of a parameter that was given leave what was given', () => {
    const model = ap.transformer({ ...small, vocabulary: ['<sos>', '<eos>', 'a', 'b'] });
    const path = 'embedding_table';
    const pass = { source: [['a']], target: [['<sos>']] };
    model.trace(pass).dispose();
    model.set(path, [0, 0], 0.125);
    using(model.trace(pass), (trace) => {
      trace.set(path, [0, 1], 7);
      assert.deepEqual(trace.toJSON().parameters, [path]);
      using(again(trace), (other) => {
        assertNumbers(other, trace);
        other.undo();
        trace.undo();
        assertNumbers(other, trace);
        assert.equal(other.tensor(path).data[0], 0.125);
      });
    });
    model.dispose();
  });
});

test('numbers that JSON has not are named', () => {
  const mask = { shape: [2, 2], data: Float32Array.of(0, -Infinity, -0, 0) };
  const x = [
    [-0, 1],
    [1e-45, 3e38],
  ];
  using(ap.traceAttention({ x, attnMask: mask, projections: 'identity' }), (trace) => {
    const text = JSON.stringify(trace);
    assert.match(text, /"-Infinity"/);
    assert.match(text, /"-0"/);
    assert.doesNotMatch(text, /null/);
    using(ap.traceFrom(text), (other) => assertEqual(other, trace));
  });
});

test('options are numbers again that JSON has not, and texts that read like them are texts', () => {
  const accepted = [];
  const makers = {
    traceAttention: { tokens: [['NaN', '-0', 'Infinity']], dModel: 4 },
    traceTransformer: { ...small, source: [['-0', 'NaN']], target: [['Infinity', '-0']] },
    traceScaling: { dK: 2, queries: 3, keys: 3 },
    traceWeights: { weights: [[NaN, -0, Infinity, -Infinity]], value: [[1], [-0], [2], [1e-45]] },
  };
  for (const [call, good] of Object.entries(makers)) {
    using(ap[call](good), (trace) => using(again(trace), (other) => assertEqual(other, trace)));
    const numbers = Object.entries(tables[call]).filter(([, { kind }]) => /whole|real/.test(kind));
    for (const [name] of numbers) {
      for (const value of [-0, NaN, Infinity, -Infinity]) {
        let trace;
        try {
          trace = ap[call]({ ...good, [name]: value });
        } catch (error) {
          assert.ok(engine.isEngineError(error), `${call} ${name}: ${error.stack}`);
          continue;
        }
        accepted.push(`${call} ${name} ${Object.is(value, -0) ? '-0' : value}`);
        using(trace, () => using(again(trace), (other) => assertEqual(other, trace)));
      }
    }
  }
  for (const name of ['traceAttention scale -0', 'traceScaling seed -0']) {
    assert.ok(accepted.includes(name), `${name}: ${accepted.join(', ')}`);
  }
});

test('what is given is copied: it may change afterwards', () => {
  const tokens = [['a', 'b']];
  const data = Float32Array.of(0, 1, 2, 3);
  const attnMask = { shape: [2, 2], data };
  using(ap.traceAttention({ ...words, tokens, attnMask }), (trace) => {
    const before = JSON.stringify(trace);
    tokens[0][0] = 'z';
    data.fill(9);
    attnMask.shape[0] = 7;
    assert.equal(JSON.stringify(trace), before);
    using(again(trace), (other) => assertEqual(other, trace));
  });
});

describe('a record that is none', () => {
  const record = withTrace({ ...words, isCausal: true }, (trace) => trace.toJSON());
  const changed = (change) => {
    const copy = structuredClone(record);
    return change(copy) ?? copy;
  };
  const refused = {
    'no JSON': ['{', { code: 'file', argument: 'record' }],
    'another text': ['[]', { code: 'type', argument: 'record' }],
    nothing: [undefined, { code: 'type', argument: 'record' }],
    'another format': [
      { ...record, format: 'npy' },
      { code: 'range', argument: 'record.format' },
    ],
    'a later version': [{ ...record, version: 2 }, { argument: 'record.version' }],
    'another call': [
      { ...record, call: 'matmul' },
      { code: 'range', argument: 'record.call' },
    ],
    'of the other module': [
      { ...record, simd: record.simd === 'strict' ? 'relaxed' : 'strict' },
      { code: 'conflict', argument: 'record.simd' },
    ],
    'without steps': [
      { ...record, steps: undefined },
      { code: 'type', argument: 'record.steps' },
    ],
    'a step less': [
      changed(({ steps }) => void steps.pop()),
      { code: 'conflict', argument: 'record.steps' },
    ],
    'a number too many': [
      changed(({ steps }) => void steps[0].data.push(1)),
      { code: 'size', argument: 'record.steps.0.data' },
    ],
    'another number': [
      changed(({ steps }) => void (steps.at(-1).data[0] += 1)),
      { code: 'conflict', argument: 'record.steps' },
    ],
    'another option': [
      changed(({ options }) => void (options.numHeads = 3)),
      { argument: 'record.options.numHeads' },
    ],
    'an option that there is not': [
      changed(({ options }) => void (options.heads = 3)),
      { code: 'option', argument: 'record.options.heads' },
    ],
    'an edit of no step': [
      { ...record, edits: [{ path: 'nowhere', cells: [{ index: [0], value: 1 }] }] },
      { code: 'step', argument: 'path' },
    ],
    'an edit of no cell': [
      { ...record, edits: [{ path: 'scores', cells: [] }] },
      { code: 'size', argument: 'record.edits.0.cells' },
    ],
    'an option without end': [changed(({ options }) => void (options.tokens = [options])), {}],
  };
  for (const [name, [given, expected]] of Object.entries(refused)) {
    test(name, () => {
      let error;
      try {
        ap.traceFrom(given).dispose();
      } catch (thrown) {
        error = thrown;
      }
      assert.ok(engine.isEngineError(error), String(error?.stack));
      for (const [field, value] of Object.entries(expected))
        assert.equal(error[field], value, error.message);
    });
  }

  test('leaves no memory behind', () => {
    const refuse = () => {
      for (const [given] of Object.values(refused)) assert.throws(() => ap.traceFrom(given));
    };
    refuse();
    const before = ap.memoryBytes();
    for (let times = 0; times < 200; times++) refuse();
    assert.equal(ap.memoryBytes(), before);
  });
});

test('npz takes paths, one or several, and names what it does not know', () => {
  withTrace(words, (trace) => {
    const one = trace.npz('scores');
    assert.deepEqual(trace.npz(['scores']), one);
    assert.deepEqual(trace.npz(['scores', 'scores']), one);
    assert.ok(trace.npz().length > one.length);
    assertRefused(() => trace.npz('nowhere'), { code: 'step', argument: 'path' });
    assertRefused(() => trace.npz(7), { code: 'type', argument: 'paths' });
  });
});

const reader = `
import json, sys, numpy as np
record = json.load(open(sys.argv[1]))
arrays = np.load(sys.argv[2])
assert set(arrays.files) == {step['path'] for step in record['steps']}
count = 0
for step in record['steps']:
    told = np.array([float(x) for x in step['data']], dtype=np.float32).reshape(step['shape'])
    array = arrays[step['path']]
    assert array.dtype == np.float32 and array.shape == told.shape, step['path']
    assert array.tobytes() == told.tobytes(), step['path']
    count += array.size
print(count)
`;

test('NumPy reads both files, and finds the same numbers, to the last bit', async () => {
  const named = ['attention: every mask at once', 'edit: a whole step', 'gradient: heads'];
  const chosen = cases.filter(({ name }) => named.includes(name));
  assert.equal(chosen.length, named.length);
  for (const { name, make } of chosen) {
    const trace = await make();
    const [json, npz] = ['trace.json', 'trace.npz'].map((file) => join(folder, file));
    writeFileSync(json, JSON.stringify(trace));
    writeFileSync(npz, trace.npz());
    const cells = trace.steps.reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
    trace.dispose();
    const ran = spawnSync(python, ['-c', reader, json, npz], { encoding: 'utf8' });
    assert.equal(ran.stdout.trim(), String(cells), `${name}: ${ran.stderr}`);
  }
});
