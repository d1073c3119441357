// What panels show of trained models: the sentences that they offer are what the models read and write, and a layer opens on
// a sentence in which a head looks at one word.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { engine } from '../engine/support/engine.mjs';
import { importWeb } from '../support/bundled.mjs';

const {
  SHIPPED,
  KnownWords,
  MODELS,
  presetsOf,
  openingCell,
  withParameters,
  trainedLayer,
  replaced,
} = await importWeb(
  'learned/names.ts',
  'learned/known-words.ts',
  'panels/attention-kinds/presets.ts',
  'panels/layer-options.ts',
  'panels/trained-layer.ts',
  'text/replaced.ts',
);
const ap = await engine.load();

/** As web/learned/learned.ts reads it. */
function learnedOf(name) {
  const file = new URL(`../../../models/${name}.safetensors`, import.meta.url);
  const { parameters, ...options } = ap.readModel(new Uint8Array(readFileSync(file)));
  const { vocabulary, sourceVocabulary = vocabulary } = options;
  const words = new KnownWords(vocabulary);
  return { name, options, parameters, words, sourceWords: new KnownWords(sourceVocabulary) };
}

describe('kinds of attention', () => {
  for (const name of MODELS) {
    test(`every pair that it offers is what the model reads and writes: ${name}`, () => {
      const learned = learnedOf(name);
      const { options, parameters } = learned;
      const presets = presetsOf(learned);
      assert.ok(presets.length >= 3);
      for (const { sources, targets } of presets) {
        const source = learned.sourceWords.tokens(sources[0]);
        const target = learned.words.tokens(targets[0]);
        assert.ok(Math.max(source.length, target.length) <= 16);
        const trace = ap.traceTransformer({
          ...options,
          parameters,
          source: [source],
          target: [target],
        });
        const said = Array.from(trace.tensor('prediction').data, (id) => options.vocabulary[id]);
        trace.dispose();
        assert.deepEqual(said, [...target.slice(1), '<eos>'], sources[0]);
      }
      const { path, index } = openingCell(name);
      assert.match(path, new RegExp(`^decoder.${options.numDecoderLayers - 1}.cross_attention`));
      assert.equal(index.length, 4);
    });
  }
});

/** What the self-attention of a layer gives in a pass of the whole model. */
function outputOf({ options, parameters }, { tokens, layer }) {
  const { architecture } = options;
  const stack = architecture === 'decoder-only' ? 'decoder' : 'encoder';
  const target = { 'decoder-only': [tokens], 'encoder-decoder': [['<sos>']] }[architecture];
  const source = stack === 'encoder' ? [tokens] : undefined;
  const trace = ap.traceTransformer({ ...options, parameters, source, target });
  const { data } = trace.tensor(`${stack}.${layer}.self_attention.output`);
  trace.dispose();
  return data;
}

describe('one layer of attention', () => {
  for (const name of SHIPPED) {
    for (const lang of ['en', 'zh']) {
      test(`opens on a short sentence that the model knows, and its weight is the largest of its row: ${name}, ${lang}`, () => {
        const learned = learnedOf(name);
        const { change, cell } = withParameters(name, learned, '', lang);
        assert.ok(change.tokens.length > 0 && change.tokens.length <= 16);
        const trace = ap.traceAttention(trainedLayer(ap, learned, change));
        const { data, shape } = trace.tensor('weights');
        const [own, output] = [outputOf(learned, change), trace.tensor('output').data];
        trace.dispose();
        assert.deepEqual(output, own, 'the layer alone gives what it gives in the model');
        assert.equal(shape[1], learned.options.nhead);
        if (!cell || name === 'ring-before') return;
        const [head, query, key] = cell;
        const from = (head * shape[2] + query) * shape[3];
        const row = data.slice(from, from + shape[3]);
        assert.equal(row.indexOf(Math.max(...row)), key, `${row}`);
      });
    }
  }
});

test('a word is replaced where it stands as one, and the rest stays as it is written', () => {
  const words = new KnownWords(['the', 'cat', 'ate', '猫', '鱼', '吃了']);
  const swap = (text, unknown, known) => replaced(text, words.tokens(text), unknown, known);
  assert.equal(swap('The at ate, at!', 'at', 'cat'), 'The cat ate, cat!');
  assert.equal(swap('狗吃了鱼。', '狗', '猫'), '猫吃了鱼。');
});
