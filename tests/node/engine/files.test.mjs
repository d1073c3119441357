// Files of parameters: read, written, and loaded as models, PyTorch's included.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { ap as first, assertRefused, engine, indicesOf } from './support/engine.mjs';

const ap = await engine.load({ training: true });
const folder = new URL('../../golden/checkpoints/', import.meta.url);
const bytesOf = (name) => new Uint8Array(readFileSync(new URL(`${name}.safetensors`, folder)));
const size = { dModel: 8, nhead: 2, dimFeedforward: 12, numEncoderLayers: 1, numDecoderLayers: 1 };
const vocabulary = ['<sos>', '<eos>', '[PAD]', 'a', 'b', '猫', '"\n'];

/** A file of one header and so many bytes of numbers. */
function fileOf(header, count = 0) {
  const text = new TextEncoder().encode(
    typeof header === 'string' ? header : JSON.stringify(header),
  );
  const bytes = new Uint8Array(8 + text.length + count);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  return bytes;
}

function closeTo(tensor, expected, name) {
  assert.deepEqual(tensor.shape, expected.shape, name);
  for (const [i] of indicesOf([tensor.data.length]))
    assert.ok(
      Math.abs(tensor.data[i] - expected.data[i]) < 2e-6,
      `${name} ${i}: ${tensor.data[i]} instead of ${expected.data[i]}`,
    );
}

/** What a model computes from the inputs of a golden, as its own. */
function check(name, options, run) {
  const model = ap.transformer({ parameters: bytesOf(name), ...options });
  try {
    const { tensors } = ap.readSafetensors(bytesOf(`${name}_results`));
    run(model, tensors);
  } finally {
    model.dispose();
  }
}

/** The results have ids as floats. */
const wordsOf = (vocabulary, { data, shape: [rows, length] }) =>
  Array.from({ length: rows }, (_, i) =>
    Array.from(data.subarray(i * length, (i + 1) * length), (id) => vocabulary[id]),
  );

describe('ap.readSafetensors', () => {
  test('gives metadata, types, shapes and numbers', () => {
    const bytes = fileOf(
      {
        __metadata__: { format: 'pt', __proto__: 'x' },
        half: { dtype: 'F16', shape: [2], data_offsets: [0, 4] },
        none: { dtype: 'F32', shape: [0, 3], data_offsets: [4, 4] },
        whole: { dtype: 'I64', shape: [], data_offsets: [4, 12] },
      },
      12,
    );
    bytes.set([0x00, 0x3c, 0x01, 0x80], bytes.length - 12);
    const { metadata, tensors } = ap.readSafetensors(bytes);
    assert.deepEqual({ ...metadata }, { format: 'pt' });
    assert.deepEqual(Object.keys(tensors), ['half', 'none', 'whole']);
    assert.deepEqual(tensors.half.data, Float32Array.of(1, -(2 ** -24)));
    assert.deepEqual(tensors.none, { dtype: 'F32', shape: [0, 3], data: new Float32Array() });
    assert.deepEqual(tensors.whole, { dtype: 'I64', shape: [], data: undefined });
    assert.deepEqual(ap.readSafetensors(bytes.buffer).tensors.half, tensors.half);
    assert.deepEqual(Object.keys(ap.readSafetensors(bytesOf('gpt2')).tensors).length, 30);
  });

  test('names that objects have of their own are names like others', () => {
    const text =
      '{"__metadata__":{"__proto__":"a"},"__proto__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    const { metadata, tensors } = ap.readSafetensors(fileOf(text, 4));
    assert.deepEqual(Object.entries(metadata), [['__proto__', 'a']]);
    assert.deepEqual(Object.keys(tensors), ['__proto__']);
  });

  test('refuses everything else, and says what was found where', () => {
    const whole = bytesOf('gpt2');
    const wrong = {
      'no bytes': new Uint8Array(),
      'cut off': whole.subarray(0, whole.length - 1),
      'more than it says': Uint8Array.of(...whole, 0),
      'no brace': fileOf(' {}'),
      'no object': fileOf('[]'),
      'a key twice': fileOf('{"__metadata__":{"a":"","a":""}}'),
      'a hole': fileOf({ a: { dtype: 'F32', shape: [1], data_offsets: [4, 8] } }, 8),
      'another size': fileOf({ a: { dtype: 'F32', shape: [2], data_offsets: [0, 4] } }, 4),
      'no type': fileOf({ a: { dtype: 'X9', shape: [1], data_offsets: [0, 4] } }, 4),
    };
    for (const [name, bytes] of Object.entries(wrong))
      assert.throws(() => ap.readSafetensors(bytes), { code: 'file' }, name);
    for (const given of [undefined, null, 'text', [1, 2], new Float32Array(4)])
      assertRefused(() => ap.readSafetensors(given), { code: 'type', argument: 'bytes' });
    assert.deepEqual(first.readSafetensors(whole), ap.readSafetensors(whole));
    assertRefused(() => first.transformer({ parameters: whole }), {
      code: 'missing',
      argument: 'training',
    });
  });
});

describe('PyTorch’s own files', () => {
  const compare = (model, pass, expected, [side = 'decoder', name] = []) => {
    const trace = model.trace(pass);
    const layers = trace.steps.filter(({ path }) => path.startsWith(`${side}.`));
    const path = name ?? layers.at(-1).path;
    closeTo(trace.tensor(path), expected, path);
    trace.dispose();
  };

  test('nn.Transformer and nn.TransformerEncoder: word vectors in, the same vectors out', () => {
    check('transformer', { nhead: 2 }, (model, { src, tgt, output }) =>
      compare(model, { src, tgt, tgtIsCausal: false }, output),
    );
    check('encoder', { nhead: 2, activation: 'gelu' }, (model, { src, output }) =>
      compare(model, { src }, output, ['encoder']),
    );
  });

  test('a module around it, GPT-2 and minGPT: ids in, the same logits out', () => {
    check(
      'translator',
      { normFirst: true, positions: 'none' },
      (model, { source, target, output }) => {
        const { vocabulary: words, options } = model;
        const given = {
          source: wordsOf(options.sourceVocabulary ?? words, source),
          target: wordsOf(words, target),
        };
        compare(model, { ...given, maskPadding: false }, output, ['', 'logits']);
      },
    );
    for (const [name, options] of [
      ['gpt2', {}],
      ['mingpt', { nhead: 2 }],
    ])
      check(name, options, (model, { target, output }) =>
        compare(model, { target: wordsOf(model.vocabulary, target) }, output, ['', 'logits']),
      );
  });

  test('tokens that no file has are given by id', () => {
    const words = Array.from({ length: 11 }, (_, id) => `word ${id}`);
    check('gpt2', { vocabulary: words }, (model) => {
      assert.deepEqual(model.vocabulary, words);
      assert.deepEqual(model.options.vocabulary, words);
    });
    const parameters = bytesOf('gpt2');
    assertRefused(() => ap.transformer({ parameters, vocabulary: ['a'] }), {
      code: 'shape',
      argument: 'embedding_table',
    });
    for (const [name, value] of [
      ['layerNormEps', -1],
      ['activation', 'tanh'],
      ['positions', 'all'],
    ])
      assertRefused(() => ap.transformer({ parameters, [name]: value }), {
        code: 'range',
        argument: name,
      });
    assertRefused(() => ap.transformer({ parameters, normFirst: 1 }), {
      code: 'type',
      argument: 'normFirst',
    });
  });

  test('heads that no file says, and options that a file has, are said', () => {
    const parameters = bytesOf('transformer');
    assertRefused(() => ap.transformer({ parameters }), { code: 'missing', argument: 'nhead' });
    assertRefused(() => ap.transformer({ parameters, nhead: 3 }), {
      code: 'heads',
      argument: 'nhead',
    });
    assertRefused(() => ap.transformer({ parameters, nhead: 2, dModel: 8 }), {
      code: 'conflict',
      argument: 'dModel',
    });
    assertRefused(() => ap.transformer({ parameters, nhead: 2, architecture: 'encoder-only' }), {
      code: 'range',
      argument: 'architecture',
    });
  });
});

describe('model.save', () => {
  for (const architecture of ['encoder-decoder', 'encoder-only', 'decoder-only']) {
    test(`${architecture}: what is loaded again computes the same, to the last bit`, () => {
      const options = {
        ...size,
        architecture,
        vocabulary,
        seed: 9,
        tieWeights: true,
        dropout: 0.1,
      };
      if (architecture === 'encoder-decoder') options.sourceVocabulary = ['b', 'c'];
      const model = ap.transformer(options);
      const source = architecture === 'decoder-only' ? {} : { source: [['b']] };
      const target = architecture === 'encoder-only' ? {} : { target: [['<sos>', '猫']] };
      const pass = { ...source, ...target };
      const trace = model.trace(pass);
      model.set('embedding_table', [1, 2], 0.25);
      const changed = model.trace(pass);
      const bytes = model.save({ metadata: { note: 'ours "中"' } });
      assert.equal(ap.readSafetensors(bytes).metadata.note, 'ours "中"');
      const loaded = ap.transformer({ parameters: bytes });
      assert.deepEqual(loaded.vocabulary, model.vocabulary);
      for (const [name, value] of Object.entries(options))
        assert.deepEqual(loaded.options[name], value, name);
      const again = loaded.trace(pass);
      const last = trace.steps.at(-1).path;
      assert.deepEqual(again.tensor(last), changed.tensor(last));
      assert.deepEqual(loaded.save({ metadata: { note: 'ours "中"' } }), bytes);
      for (const each of [trace, changed, again, model, loaded]) each.dispose();
    });
  }

  test('16 bits take half the bytes, and are rounded once', () => {
    const model = ap.transformer({ ...size, vocabulary });
    const whole = model.save();
    for (const dtype of ['f16', 'bf16']) {
      const bytes = model.save({ dtype });
      assert.ok(bytes.length < 0.75 * whole.length);
      const loaded = ap.transformer({ parameters: bytes.buffer });
      assert.deepEqual(loaded.save({ dtype }), bytes);
      loaded.dispose();
    }
    model.dispose();
  });

  test('refuses what it cannot write', () => {
    const model = ap.transformer({ ...size, vocabulary });
    const refused = (options, code, argument) =>
      assertRefused(() => model.save(options), { code, argument });
    refused({ dtype: 'f64' }, 'range', 'dtype');
    refused({ metadata: { a: 1 } }, 'type', 'metadata');
    refused({ metadata: 'a' }, 'type', 'metadata');
    const key = 'attention_playground.model';
    refused({ metadata: { [key]: '' } }, 'conflict', key);
    model.set('w_vocabulary', [0, 0], 1e6);
    refused({ dtype: 'f16' }, 'range', 'w_vocabulary');
    model.dispose();
    refused({}, 'disposed', 'model');
    const other = first.transformer({ ...size, vocabulary });
    assertRefused(() => other.save(), { code: 'missing', argument: 'training' });
    other.dispose();
  });
});

describe('ap.readModel', () => {
  const vocabulary = ['a', 'b', 'c'];
  const model = ap.transformer({ ...size, architecture: 'encoder-only', vocabulary, seed: 3 });
  const { metadata, tensors } = ap.readSafetensors(model.save());
  const key = 'attention_playground.model';
  /** The same file with another header. */
  const changed = (record, left = Object.keys(tensors)) => {
    let end = 0;
    const entries = left.map((name) => {
      const { dtype, shape, data } = tensors[name];
      const begin = end;
      end += 4 * data.length;
      return [name, { dtype, shape, data_offsets: [begin, end] }];
    });
    const header = { __metadata__: { [key]: record }, ...Object.fromEntries(entries) };
    const bytes = fileOf(header, end);
    const numbers = left.flatMap((name) => [...tensors[name].data]);
    bytes.set(new Uint8Array(Float32Array.from(numbers).buffer), bytes.length - end);
    return bytes;
  };

  test('gives options, of which either module makes the same model', () => {
    const whole = changed(metadata[key]);
    for (const engine of [first, ap]) {
      const options = engine.readModel(whole);
      assert.deepEqual(options.vocabulary, vocabulary);
      const [one, other] = [model, engine.transformer({ parameters: whole })].map((each) =>
        each.trace({ source: [['b', 'a']] }),
      );
      const traced = engine.traceTransformer({ ...options, source: [['b', 'a']] });
      const last = one.steps.at(-1).path;
      for (const same of [other, traced]) assert.deepEqual(same.tensor(last), one.tensor(last));
      for (const each of [one, other, traced]) each.dispose();
    }
  });

  test('refuses what is no model, or not a whole one', () => {
    const refused = (bytes, code, argument) => {
      for (const engine of [first, ap]) {
        assertRefused(() => engine.readModel(bytes), { code, argument });
        // Without a record it may be another program's.
        if (argument === 'bytes') continue;
        assertRefused(() => engine.transformer({ parameters: bytes }), { code, argument });
      }
    };
    const record = JSON.parse(metadata[key]);
    const [path, ...others] = Object.keys(tensors);
    refused(fileOf({}), 'missing', 'bytes');
    refused('text', 'type', 'bytes');
    refused(changed('{'), 'file', key);
    refused(changed('[]'), 'file', key);
    refused(changed(JSON.stringify({ ...record, more: 1 })), 'file', key);
    refused(changed(JSON.stringify({ ...record, dModel: 'wide' })), 'type', 'dModel');
    refused(changed(JSON.stringify({ ...record, nhead: 3 })), 'heads', 'nhead');
    refused(changed(JSON.stringify({ ...record, dModel: 16 })), 'shape', path);
    refused(changed(JSON.stringify({ ...record, numEncoderLayers: 0 })), 'step', 'parameters');
    refused(changed(metadata[key], others), 'missing', path);
  });
});
