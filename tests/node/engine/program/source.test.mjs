// What stands in a program: its names, its data, how far it goes, and what it is refused for.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused, engine, withTrace } from '../support/engine.mjs';
import { small, source, target, withTransformer } from '../support/models.mjs';
import { runPrograms } from './python.mjs';

const words = [['the', 'cat', 'sat']];
const options = { tokens: words, dModel: 8, numHeads: 2, seed: 3 };
const languages = ['numpy', 'torch'];

/** The names that a program assigns, one for each assignment; constants are set anew where they change. */
const assigned = (text) =>
  [...text.matchAll(/^(\w+) = /gm)].map(([, name]) => name).filter((name) => !/^[TS]$/.test(name));

/** A program ran, and the last step is as near as rounding can explain. */
function assertNearby({ error, printed }, trace, path) {
  assert.equal(error, null, path);
  const [, name, off] = /^(\w+): off by at most (\S+), of numbers up to \S+\n$/.exec(printed) ?? [];
  assert.equal(name, path, printed);
  const { tolerance } = trace.compare(trace).find((compared) => compared.path === path);
  // It is printed with two digits.
  assert.ok(Number(off) <= tolerance * 1.05, `${path}: ${printed}`);
}

describe('a program', () => {
  test('gives every step a name of its own, made from its path', () => {
    for (const normFirst of [false, true]) {
      const dropout = { dropout: 0.1, training: true };
      withTransformer({ ...small, source, target, normFirst, ...dropout }, (trace) => {
        const names = assigned(trace.program({ language: 'torch' }).source);
        assert.equal(new Set(names).size, names.length, 'a name is assigned twice');
        assert.ok(names.includes('encoder_0_self_attention_scores'));
        // encoder.0.feed_forward.dropout has the same letters.
        assert.ok(names.includes('encoder_0_feed_forward_dropout'));
        assert.ok(names.includes('encoder_0_feed_forward_dropout_2'));
      });
    }
  });

  test('has the shape of each step beside its line', () => {
    withTrace(options, (trace) => {
      const { source } = trace.program({ language: 'numpy' });
      assert.match(
        source,
        /^scores = q_transposed @ k_transposed\.swapaxes\(-2, -1\) {2}# \(1, 2, 3, 3\)$/m,
      );
      assert.match(
        source,
        /^d_k = 4\nscaled_scores = scores \/ math\.sqrt\(d_k\) {2}# \(1, 2, 3, 3\)$/m,
      );
    });
  });

  test('ends with the step that is asked for', () => {
    withTrace(options, (trace) => {
      const { source } = trace.program({ language: 'torch', upTo: 'weights' });
      assert.match(source, /^weights = /m);
      assert.doesNotMatch(source, /^(context|output|w_o) = /m);
      assert.match(source, /^expected = [^]*off = \(weights - expected\)/m);
    });
  });

  test('of one step reads its operands as they are recorded', () => {
    withTrace({ ...options, isCausal: true, dropoutP: 0.3, training: true }, (trace) => {
      trace.set('weights', [0, 0, 1, 0], 0.5);
      const { steps } = trace;
      for (const language of ['numpy']) {
        const programs = steps.map(({ path }) => ({
          ...trace.program({ language, upTo: path, alone: true }),
          names: [],
        }));
        runPrograms(programs).forEach((ran, i) => assertNearby(ran, trace, steps[i].path));
      }
      const { source } = trace.program({ language: 'numpy', upTo: 'scaled_scores', alone: true });
      const names = ['scores', 'd_k', 'scaled_scores', 'expected', 'same', 'off', 'size'];
      assert.deepEqual(assigned(source), names);
    });
  });

  test('is the same each time, and leaves the trace as it is', () => {
    withTrace(options, (trace) => {
      for (const language of languages) {
        const [one, other] = [0, 1].map(() => trace.program({ language }));
        assert.deepEqual(one, other);
      }
      assert.equal(trace.edits.length, 0);
    });
  });

  test('copies a view before it is edited, and nothing else', () => {
    withTrace(options, (trace) => {
      trace.set('q_view', [0, 0, 1, 2], 2.5);
      trace.set('scores', [0, 1, 2, 0], -1);
      const { source } = trace.program({ language: 'numpy' });
      assert.match(
        source,
        /^q_view = .*\nq_view = q_view\.copy\(\)\nq_view\[0, 0, 1, 2\] = 2\.5 {2}# edited$/m,
      );
      assert.match(source, /^scores = .*\nscores\[0, 1, 2, 0\] = -1\.0 {2}# edited$/m);
      assert.match(trace.program({ language: 'torch' }).source, /^q_view = q_view\.clone\(\)$/m);
    });
  });

  test('runs through a worker too', async () => {
    const remote = engine.loadWorker();
    const trace = await remote.traceAttention(options);
    const { source } = await trace.program({ language: 'torch' });
    withTrace(options, (local) =>
      assert.equal(source, local.program({ language: 'torch' }).source),
    );
    await assert.rejects(trace.program({ language: 'fortran' }), { argument: 'language' });
    await trace.dispose();
  });
});

describe("a program's data", () => {
  const x = (count) => ({
    shape: [1, count],
    data: Array.from({ length: count }, (_, i) => i / 8),
  });
  const program = (count, language = 'numpy') =>
    withTrace({ x: x(count), projections: 'none' }, (trace) => trace.program({ language }));

  test('are lists of up to 64 numbers, and base64 above', () => {
    assert.match(program(64).source, /^x = np\.array\(\[[^]*7\.875/m);
    assert.doesNotMatch(program(64).source, /base64/);
    assert.match(program(65).source, /^x = data\(\(1, 1, 65\), '''\n[\w+/=\n]+'''\)$/m);
    assert.match(program(65, 'torch').source, /torch\.frombuffer/);
  });

  test('are the same numbers to the last bit', () => {
    const data = [0.1, 1 / 3, 1e-45, -0, 3.4028234663852886e38, 16777217, 2 ** -126, 1 + 2 ** -23];
    const numbers = Float32Array.from(data);
    withTrace({ x: { shape: [1, 8], data: numbers }, projections: 'none' }, (trace) => {
      for (const language of languages) {
        const source = trace.program({ language: 'numpy' }).source;
        const [ran] = runPrograms([{ source, names: ['x'] }]);
        assert.equal(ran.error, null);
        assert.deepEqual([...ran.variables[0].data], [...numbers], language);
      }
    });
  });

  test('stand in a file beside it if they take more than 4 MB', () => {
    const large = { tokens: words, dModel: 512, numHeads: 2 };
    withTrace(large, (trace) => {
      const { source, data } = trace.program({ language: 'numpy', dataFile: "it's.npz" });
      assert.ok(data.byteLength > 4e6 && source.length < 1e5);
      assert.match(source, /^stored = np\.load\('it\\'s\.npz'\)$/m);
      const file = { file: "it's.npz", bytes: data };
      const [ran] = runPrograms([{ source, data: file, names: ['w_q', 'output'] }]);
      assertNearby(ran, trace, 'output');
      assert.deepEqual([...ran.variables[0].data], [...trace.tensor('w_q').data]);
      assert.match(
        trace.program({ language: 'torch' }).source,
        /torch\.from_numpy\(stored\['w_q'\]\)/,
      );
      assert.equal(trace.program({ language: 'torch', upTo: 'w_q' }).data, undefined);
    });
  });
});

test('wrong options are refused by their names', () => {
  withTrace(options, (trace) => {
    const refused = (given, code, argument) =>
      assertRefused(() => trace.program(given), { code, argument });
    refused(undefined, 'type', 'options');
    refused({}, 'missing', 'language');
    refused({ language: 'fortran' }, 'range', 'language');
    refused({ language: 'torch', upTo: 'nowhere' }, 'step', 'upTo');
    refused({ language: 'torch', upTo: 3 }, 'step', 'upTo');
    refused({ language: 'torch', alone: true }, 'missing', 'upTo');
    refused({ language: 'torch', alone: 'yes' }, 'type', 'alone');
    refused({ language: 'torch', format: 'pdf' }, 'range', 'format');
    refused({ language: 'torch', dataFile: 3 }, 'type', 'dataFile');
  });
  const trace = ap.traceAttention(options);
  trace.dispose();
  assertRefused(() => trace.program({ language: 'torch' }), {
    code: 'disposed',
    argument: 'trace',
  });
});
