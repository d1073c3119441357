// Every option of every function: names that no function knows, values of the wrong kind, and PyTorch's other names.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import ts from 'typescript';
import { root } from '../../../scripts/lib/run.mjs';
import { engine, seeded } from './support/engine.mjs';
import { ap, disposeOfAll, functions, objects } from './support/functions-with-options.mjs';
import { namesOf, tables } from './support/tables.mjs';

after(disposeOfAll);

const everything = Object.entries({ ...functions, ...objects });

class Instance {
  [Symbol('own')] = 1;
}

/** What nobody means by an option, but may give: a forgotten `await`, what a browser hands out, … */
const wrongKinds = {
  null: null,
  'a Promise': Promise.resolve(new Uint8Array(8)),
  'a Blob': new Blob(['text']),
  'a Response': new Response('text'),
  'a Map': new Map([['w_q', [[1]]]]),
  'a Date': new Date(0),
  'a DataView': new DataView(new ArrayBuffer(8)),
  'a function': () => [[1]],
  'a class': Instance,
  'an instance of a class': new Instance(),
  'a symbol': Symbol('s'),
  'a big integer': 1n,
};

/** The error that a call ends with, now or later. */
async function errorOf(call, options) {
  try {
    await call(options);
  } catch (error) {
    if (!engine.isEngineError(error)) throw error;
    return error;
  }
  return undefined;
}

/** Options with one more, without what excludes it. */
function withOption({ table, good }, name, value) {
  const { task, source, vocabulary, ...others } = good;
  // Batches stand in place of a task, a model in place of its options.
  if (table === 'trainer' && name === 'batches') return { ...others, [name]: value };
  if (table === 'generate' && name === 'model') return { source, [name]: value };
  return { ...good, [name]: value };
}

test('good calls, as they are given in the following, are accepted', async () => {
  for (const [name, { call, good }] of everything)
    assert.equal((await errorOf(call, good))?.message, undefined, name);
});

/** As Python writes it. */
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A letter of it left out, doubled, or replaced. */
function misspelt(name, random) {
  const place = random.whole(0, name.length - 1);
  const middle = ['', name[place] + name[place], 'q'][random.whole(0, 2)];
  return name.slice(0, place) + middle + name.slice(place + 1);
}

const last = (argument) => argument.slice(argument.lastIndexOf('.') + 1);

describe('a name that is none is refused, with the nearest one', () => {
  const random = seeded(Number(process.env.SEED ?? 3));
  for (const [what, { table, good, call }] of everything) {
    test(what, async () => {
      const names = namesOf(tables[table]);
      const asPython = names.map((name) => [snake(name), name]);
      const wrong = names.flatMap((name) =>
        Array.from({ length: 3 }, () => [misspelt(name, random), undefined]),
      );
      const strange = ['', 'constructor', '__proto', 'x'.repeat(10_000), '🙂'].map((name) => [
        name,
      ]);
      for (const [name, meant] of [...asPython, ...wrong, ...strange]) {
        if (names.includes(name)) continue;
        const error = await errorOf(call, { ...good, [name]: 1 });
        assert.equal(error?.code, 'option', `${name}: ${error?.message}`);
        assert.ok(error instanceof TypeError);
        assert.equal(last(error.argument), name.slice(0, 40));
        if (meant) assert.equal(error.expected, meant);
        else
          assert.ok(
            names.some((each) => error.expected.includes(each)),
            error.message,
          );
      }
    });
  }

  test('as PyTorch has it', async () => {
    const cases = [
      ['ap.traceAttention', 'is_causal', 'isCausal'],
      ['ap.traceAttention', 'attn_mask', 'attnMask'],
      ['ap.traceAttention', 'num_heads', 'numHeads'],
      ['ap.traceAttention', 'dropout_p', 'dropoutP'],
      ['ap.traceAttention', 'embed_dim', 'embedDim'],
      ['ap.transformer', 'norm_first', 'normFirst'],
      ['ap.transformer', 'd_model', 'dModel'],
      ['ap.transformer', 'dim_feedforward', 'dimFeedforward'],
      ['ap.transformer', 'custom_encoder', undefined],
      ['ap.transformer', 'num_layers', 'layers'],
      ['ap.encoderLayer', 'src_key_padding_mask', 'srcKeyPaddingMask'],
      ['ap.multiHeadAttention', 'need_weights', 'needWeights'],
      ['model.generate', 'max_new_tokens', 'maxNewTokens'],
      ['model.generate', 'use_cache', 'useCache'],
    ];
    for (const [name, option, meant] of cases) {
      const { call, good } = functions[name];
      const error = await errorOf(call, { ...good, [option]: 1 });
      assert.equal(error?.argument, option);
      if (meant) assert.equal(error.expected, meant);
      else assert.match(error.expected, /^one of .*nhead/);
    }
  });

  test('but what is undefined is not given', async () => {
    for (const [what, { call, good }] of everything)
      assert.equal(await errorOf(call, { ...good, unheardOf: undefined }), undefined, what);
  });

  test('also behind a prototype', async () => {
    const { call, good } = functions['ap.transformer'];
    const error = await errorOf(call, Object.create({ ...good, norm_first: true }));
    assert.equal(error?.argument, 'norm_first');
  });
});

describe('a value of the wrong kind is refused', () => {
  const accepts = (option, kind) => option.kind === 'callback' && /function|class$/.test(kind);

  for (const [what, entry] of everything) {
    test(what, async () => {
      for (const [name, option] of Object.entries(tables[entry.table])) {
        for (const [kind, value] of Object.entries(wrongKinds)) {
          if (accepts(option, kind)) continue;
          const error = await errorOf(entry.call, withOption(entry, name, value));
          const place = `${name}: ${kind}: ${error?.message}`;
          assert.ok(['type', 'range', 'conflict', 'step'].includes(error?.code), place);
          assert.equal(last(error.argument).replace(/\[.*/, ''), option.argument ?? name, place);
        }
      }
    });

    test(`${what}: instead of its options`, async () => {
      for (const [kind, value] of Object.entries(wrongKinds)) {
        const error = await errorOf(entry.call, value);
        assert.equal(error?.code, 'type', `${kind}: ${error?.message}`);
      }
    });
  }

  test('a Promise: the error says that it has to be awaited', async () => {
    const read = (parameters) => errorOf(functions['ap.transformer'].call, { parameters });
    const { message } = await read(Promise.resolve());
    assert.match(
      message,
      /^parameters: a Promise, which has to be awaited, expected tensors by path, or the bytes/,
    );
    for (const wrong of [
      'model.safetensors',
      new Map(),
      new Response(''),
      new DataView(new ArrayBuffer(4)),
    ]) {
      assert.match((await read(wrong)).message, /bytes of a file: await readFile\(path\)/);
    }
  });
});

describe('PyTorch’s other name of an option', () => {
  const values = { nhead: 2, numHeads: 2, dModel: 4, dropout: 0.25, dropoutP: 0.25 };
  const others = { nhead: 1, numHeads: 1, dModel: 8, dropout: 0.5, dropoutP: 0.5 };
  const all = everything.flatMap(([what, entry]) =>
    Object.entries(tables[entry.table])
      .filter(([, { also }]) => also)
      .map(([name, { also }]) => ({ ...entry, what, name, also })),
  );

  for (const { what, name, also, good, call } of all) {
    test(`${what}: ${also} for ${name}`, async () => {
      const { [name]: _, ...rest } = good;
      const options = what.startsWith('a file') ? good : rest;
      assert.equal((await errorOf(call, { ...options, [also]: values[name] }))?.message, undefined);
      const both = { ...options, [name]: values[name], [also]: values[name] };
      assert.equal((await errorOf(call, both))?.message, undefined);
      const error = await errorOf(call, { ...both, [also]: others[name] });
      assert.deepEqual([error?.code, error?.argument], ['conflict', name]);
      assert.ok(error.actual.includes(also), error.message);
    });
  }

  test('means the same', () => {
    const tokens = [['a', 'b']];
    const named = ap.traceAttention({
      tokens,
      dModel: 4,
      numHeads: 2,
      dropoutP: 0.5,
      training: true,
    });
    const other = ap.traceAttention({
      tokens,
      embedDim: 4,
      nhead: 2,
      dropout: 0.5,
      training: true,
    });
    assert.deepEqual(other.tensor('output'), named.tensor('output'));
    for (const trace of [named, other]) trace.dispose();
  });
});

describe('nothing is forgotten', () => {
  const folder = join(root, 'web/engine/types');
  const files = readdirSync(folder);
  const handles = {
    AttentionPlayground: 'ap',
    Transformer: 'model',
    Trace: 'trace',
    TokenTrace: 'trace',
    Trainer: 'trainer',
  };
  /** Of parameters that are, or have, options. */
  const names = ['options', 'into', 'choice', 'from'];

  test('every function with options is above', () => {
    const found = new Set();
    for (const file of files) {
      const text = readFileSync(join(folder, file), 'utf8');
      const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      source.forEachChild((node) => {
        if (!ts.isInterfaceDeclaration(node) || !(node.name.text in handles)) return;
        for (const { name, parameters = [] } of node.members) {
          if (parameters.some((each) => names.includes(each.name.text)))
            found.add(`${handles[node.name.text]}.${name.text}`);
        }
      });
    }
    assert.ok(found.size > 20);
    assert.deepEqual([...found, 'load', 'loadWorker'].sort(), Object.keys(functions).sort());
  });

  test('every table is above', () => {
    const used = new Set(everything.map(([, { table }]) => table));
    assert.deepEqual([...used].sort(), Object.keys(tables).sort());
  });
});

test('a list of numbers is a tensor with one axis', () => {
  const expected = ap.softmax({ shape: [2], data: [0, 1] });
  for (const given of [[0, 1], Float32Array.of(0, 1), Float64Array.of(0, 1)])
    assert.deepEqual(ap.softmax(given), expected);
  const bytes = Uint8Array.of(1, 0);
  const options = { query: [[1], [2]], key: [[1], [2]], value: [[1], [2]] };
  assert.deepEqual(
    ap.scaledDotProductAttention({ ...options, attnMask: bytes }),
    ap.scaledDotProductAttention({ ...options, attnMask: [true, false] }),
  );
});
