// Files of other programs: those of safetensors, whose names others have wrapped, and those of other formats.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertRefused, engine, seeded } from './support/engine.mjs';

const ap = await engine.load({ training: true });
const folder = new URL('../../golden/checkpoints/', import.meta.url);
const bytesOf = (name) => new Uint8Array(readFileSync(new URL(`${name}.safetensors`, folder)));
const ascii = (text) => new TextEncoder().encode(text);

/** The header of a file, and what follows it. */
function partsOf(bytes) {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const text = new TextDecoder().decode(bytes.subarray(8, 8 + length));
  return { header: JSON.parse(text), numbers: bytes.subarray(8 + length) };
}

function fileOf(header, numbers = new Uint8Array()) {
  const text = ascii(JSON.stringify(header));
  const bytes = new Uint8Array(8 + text.length + numbers.length);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(text.length), true);
  bytes.set(text, 8);
  bytes.set(numbers, 8 + text.length);
  return bytes;
}

/** The file with other names of its tensors. */
function renamed(bytes, rename) {
  const { header, numbers } = partsOf(bytes);
  const entries = Object.entries(header).map(([name, entry]) => [
    name === '__metadata__' ? name : rename(name),
    entry,
  ]);
  return fileOf(Object.fromEntries(entries), numbers);
}

/** All parameters of the model in a file, as a file. */
function savedFrom(parameters, options) {
  const model = ap.transformer({ parameters, ...options });
  const bytes = model.save();
  model.dispose();
  return bytes;
}

describe('names that PyTorch’s wrappers stand before', () => {
  const random = seeded(Number(process.env.SEED ?? 11));
  const wrappers = ['_orig_mod.', 'module.', 'model.'];
  const nested = (depth) =>
    Array.from({ length: depth }, () => wrappers[random.whole(0, 2)]).join('');
  const files = {
    transformer: [bytesOf('transformer'), { nhead: 2 }],
    encoder: [bytesOf('encoder'), { nhead: 2 }],
    'a module around it': [bytesOf('translator')],
    'GPT-2': [bytesOf('gpt2')],
    minGPT: [bytesOf('mingpt'), { nhead: 2 }],
    ours: [savedFrom(bytesOf('gpt2'))],
  };
  for (const [name, [bytes, options]] of Object.entries(files)) {
    test(name, () => {
      const expected = savedFrom(bytes, options);
      // Modules around a model of others may have any name.
      const any = name === 'ours' ? [] : ['net.', 'student.gpt.'];
      for (const wrapper of [...[1, 1, 1, 2, 3, 6].map(nested), ...any]) {
        const wrapped = renamed(bytes, (tensor) => wrapper + tensor);
        assert.deepEqual(savedFrom(wrapped, options), expected, wrapper);
      }
      if (name !== 'ours') return;
      const wrapped = renamed(bytes, (tensor) => `_orig_mod.module.${tensor}`);
      assert.deepEqual(ap.readModel(wrapped), ap.readModel(bytes));
    });
  }

  test('but not only before some, and none without a name after it', () => {
    const one = { dtype: 'F32', shape: [0], data_offsets: [0, 0] };
    const { tensors } = ap.readSafetensors(fileOf({ 'model.a': one }));
    assert.deepEqual(Object.keys(tensors), ['model.a']);
    for (const header of [{ 'model.': one }, { 'module.layers': one, 'model.h': one }]) {
      const call = () => ap.transformer({ parameters: fileOf(header), nhead: 1 });
      assertRefused(call, { code: 'missing', argument: 'parameters' });
    }
  });
});

test('metadata that is null is none', () => {
  const entry = { dtype: 'F32', shape: [1], data_offsets: [0, 4] };
  const { metadata, tensors } = ap.readSafetensors(
    fileOf({ __metadata__: null, a: entry }, new Uint8Array(4)),
  );
  assert.deepEqual(metadata, {});
  assert.deepEqual(tensors.a.data, Float32Array.of(0));
  const { header, numbers } = partsOf(bytesOf('mingpt'));
  const parameters = fileOf({ ...header, __metadata__: null }, numbers);
  assert.deepEqual(savedFrom(parameters, { nhead: 2 }), savedFrom(bytesOf('mingpt'), { nhead: 2 }));
});

describe('a file of another format is called what it looks like', () => {
  /** A zip archive's first file. */
  const zipOf = (name) =>
    Uint8Array.of(80, 75, 3, 4, ...new Array(22).fill(0), name.length, 0, 0, 0, ...ascii(name), 9);
  const long = (bytes) => Uint8Array.of(...bytes, ...new Array(100).fill(7));
  const lfs = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 498\n';
  const convert = /safetensors\.torch\.save_file/;
  const kinds = {
    nothing: [new Uint8Array(), /^an empty file/, /look at what was opened/],
    'torch.save': [zipOf('archive/data.pkl'), /zip .*torch\.save/, convert],
    'torch.save, of a name': [zipOf('gpt/data/0'), /zip .*torch\.save/, convert],
    'old torch.save': [long([0x80, 2, 0x8a]), /pickle/, convert],
    'pickle of protocol 5': [long([0x80, 5]), /pickle/, convert],
    npz: [zipOf('w_q.npy'), /\.npz/, /numpy\.save_file/],
    npy: [long([0x93, ...ascii('NUMPY'), 1, 0]), /\.npy/, /numpy\.save_file/],
    'another zip': [zipOf('readme.txt'), /^a zip archive$/, /in it/],
    GGUF: [long([...ascii('GGUF'), 3, 0, 0, 0]), /GGUF/, /made of/],
    ONNX: [long([8, 8, 0x12, 7, ...ascii('pytorch')]), /ONNX/, /exported/],
    HDF5: [long([0x89, ...ascii('HDF\r\n\x1a\n')]), /HDF5/, /numpy\.save_file/],
    gzip: [new Uint8Array(gzipSync(bytesOf('mingpt'))), /gzip/, /gunzip/],
    'a pointer': [ascii(lfs), /Git LFS/, /git lfs pull/],
    'a page': [ascii('\n<!DOCTYPE html><title>404</title>'), /HTML/, /address/],
    JSON: [ascii('  {"nhead": 2}'), /^JSON$/, /look at what was opened/],
    'a list': [ascii('[1, 2, 3, 4, 5]'), /^JSON$/, /look at what was opened/],
    'an index': [ascii('{"metadata": {}, "weight_map": {"a": "b"}}'), /several files/, /joined/],
  };
  for (const [name, [bytes, actual, expected]] of Object.entries(kinds)) {
    test(name, () => {
      const calls = [
        () => ap.readSafetensors(bytes),
        () => ap.readModel(bytes),
        () => ap.transformer({ parameters: bytes }),
      ];
      for (const call of calls)
        assert.throws(call, (error) => {
          assert.deepEqual([error.code, error.argument], ['file', 'bytes']);
          assert.match(error.actual, actual);
          assert.match(error.expected, expected);
          return true;
        });
    });
  }

  test('a file that is cut off, anywhere', () => {
    const bytes = bytesOf('mingpt');
    const random = seeded(5);
    const { length } = JSON.stringify(partsOf(bytes).header);
    for (const end of [
      9,
      length,
      bytes.length - 1,
      ...Array.from({ length: 20 }, () => random.whole(9, bytes.length - 1)),
    ])
      assert.throws(
        () => ap.readSafetensors(bytes.subarray(0, end)),
        ({ code, expected }) => {
          assert.equal(code, 'file');
          assert.match(expected, /cut off|the end of the file is missing/);
          return true;
        },
      );
  });

  test('no bytes at all, but where they lie', () => {
    const call = () => ap.readSafetensors('model.safetensors');
    assert.throws(
      call,
      /^TypeError: bytes: "model\.safetensors", expected an ArrayBuffer or a Uint8Array: await readFile/,
    );
  });
});

describe('names of another model', () => {
  const headerOf = (names) =>
    Object.fromEntries(
      names.map((name) => [name, { dtype: 'F32', shape: [0], data_offsets: [0, 0] }]),
    );

  test('are quoted, the first of them', () => {
    const bert = ['bert.embeddings.word_embeddings.weight', 'bert.pooler.bias', 'c', 'd', 'e'];
    const call = (names) => () => ap.transformer({ parameters: fileOf(headerOf(names)), nhead: 1 });
    const actual = `${bert.slice(0, 3).join(', ')} and 2 more`;
    assertRefused(call(bert), { code: 'missing', argument: 'parameters', actual });
    assertRefused(call([]), { code: 'missing', argument: 'parameters', actual: 'no tensor' });
  });

  test('also those that are left over', () => {
    const { header, numbers } = partsOf(bytesOf('mingpt'));
    const { length } = numbers;
    const more = Object.fromEntries(
      ['x', 'y'].map((name) => [
        name,
        { dtype: 'F32', shape: [0], data_offsets: [length, length] },
      ]),
    );
    const call = () =>
      ap.transformer({ parameters: fileOf({ ...header, ...more }, numbers), nhead: 2 });
    assertRefused(call, { code: 'step', argument: 'parameters', actual: 'x, y' });
  });
});

describe('parameters that a model lacks are refused as it is made', () => {
  const options = { dModel: 4, nhead: 2, vocabulary: ['<sos>', '<eos>', 'a'] };

  test('the first of them by name, with some that it has', () => {
    const parameters = { embeding_table: [[1]], w_q: [[1]], b: [1], 'decoder.9.norm': [1] };
    for (const call of [
      () => ap.transformer({ ...options, parameters }),
      () => ap.generate({ ...options, source: ['a'], parameters }),
      () => ap.traceTransformer({ ...options, source: [['a']], target: [['a']], parameters }),
    ]) {
      const actual = 'embeding_table, w_q, b and 1 more';
      assert.throws(call, ({ code, argument, actual: found, expected }) => {
        assert.deepEqual([code, argument, found], ['step', 'parameters', actual]);
        assert.match(expected, /embedding_table/);
        return true;
      });
    }
  });

  test('so is one of another shape', () => {
    const parameters = { embedding_table: [[1, 2]] };
    const call = () => ap.transformer({ ...options, parameters });
    assertRefused(call, { code: 'shape', argument: 'embedding_table', actual: '(1, 2)' });
  });
});
