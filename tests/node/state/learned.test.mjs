// Trained models as the page shows them: what is claimed of the first page is measured on the shipped file, over sentences
// that no training saw; every opening is known to its model, and its cell is where a head looks.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { engine } from '../engine/support/engine.mjs';
import { importWeb } from '../support/bundled.mjs';

const { SHIPPED, OPENINGS, TWINS, KnownWords, nearWords, facts, filled, settings } =
  await importWeb(
    'playground/settings/table.ts',
    'learned/names.ts',
    'learned/openings.ts',
    'learned/twins.ts',
    'learned/known-words.ts',
    'learned/near-words.ts',
    'learned/generated/facts.ts',
    'learned/claim.ts',
  );
const { texts: english } = await importWeb('learned/texts/en.ts');
const { texts: chinese } = await importWeb('learned/texts/zh.ts');
const cards = JSON.parse(readFileSync(new URL('../../../models/cards.json', import.meta.url)));
const ap = await engine.load();
const training = await engine.load({ training: true });
const file = (name) =>
  new Uint8Array(readFileSync(new URL(`../../../models/${name}.safetensors`, import.meta.url)));
const models = Object.fromEntries(SHIPPED.map((name) => [name, ap.readModel(file(name))]));
const row = ({ data, shape }, ...index) => {
  const width = shape.at(-1);
  const first = index.reduce((at, place, axis) => at * shape[axis] + place, 0) * width;
  return data.slice(first, first + width);
};
const largest = (numbers) => numbers.indexOf(Math.max(...numbers));

/** For each held-out sentence: what the model answers, and how much its head looks at the right word. */
function judged(name, path) {
  const { heldOut } = training.task(name, { count: 1, heldOut: 512 });
  return heldOut.map(({ source, labels }) => {
    const trace = ap.traceTransformer({ ...models[name], source: [source] });
    const place = labels.findIndex((label) => label !== null);
    const weights = row(trace.tensor(path), 0, 0, place);
    const [answer] = trace.tensor('prediction').data.slice(place, place + 1);
    trace.cutHead('encoder.1.self_attention', 0);
    const [without] = trace.tensor('prediction').data.slice(place, place + 1);
    trace.dispose();
    const word = labels[place];
    return {
      source,
      word,
      place,
      weight: weights[source.indexOf(word)],
      looks: largest(weights) === source.indexOf(word),
      right: models[name].vocabulary[answer] === word,
      rightWithout: models[name].vocabulary[without] === word,
    };
  });
}

const share = (list, holds) => list.filter(holds).length / list.length;

describe('the first page', () => {
  const path = 'encoder.1.self_attention.weights';
  const all = judged('referent-emergent', path);
  const { heldOut, examples } = facts['referent-emergent'];
  const { without } = cards['referent-emergent'];

  test('claims what its file does on sentences that it never saw, with the head and without', () => {
    assert.equal(all.length, examples);
    assert.ok(Math.abs(share(all, ({ looks }) => looks) - heldOut.heads[0].points) < 1e-6);
    assert.ok(Math.abs(share(all, ({ right }) => right) - heldOut.sentences) < 1e-6);
    const cut = without.find(({ attention }) => attention === 'encoder.1.self_attention');
    assert.ok(Math.abs(share(all, ({ rightWithout }) => rightWithout) - cut.sentences) < 1e-6);
    assert.ok(heldOut.heads[0].points > 0.9 && heldOut.sentences > 0.99 && cut.sentences < 0.1);
    const claim = filled(english['referent-emergent'].claim, facts['referent-emergent'], 'en');
    assert.match(claim, /in 92\.2% of 512 unseen sentences/);
  });

  for (const lang of ['en', 'zh']) {
    test(`opens on the sentence whose twin turns the head round most surely: ${lang}`, () => {
      const spoken = all.filter(({ source }) => /[a-z]/.test(source[0]) === (lang === 'en'));
      const twins = spoken.flatMap((one, i) =>
        spoken
          .slice(i + 1)
          .filter((other) => other.word !== one.word)
          .filter(({ source }) => source.slice(0, -1).join() === one.source.slice(0, -1).join())
          .map((other) => [one, other]),
      );
      const least = (pair) => Math.min(...pair.map(({ weight }) => weight));
      const [best] = twins.sort((a, b) => least(b) - least(a));
      const opening = OPENINGS[lang]['referent-emergent'];
      const words = new KnownWords(models['referent-emergent'].vocabulary);
      const shown = best.find(
        ({ source }) => source.join() === words.tokens(opening.sentence).join(),
      );
      assert.ok(shown, `${best.map(({ source }) => source.join(' '))}`);
      assert.deepEqual(opening.cell, [0, 0, shown.place, shown.source.indexOf(shown.word)]);
      assert.ok(least(best) > 0.99);
    });
  }
});

describe('the first screen', () => {
  const name = 'referent-emergent';
  const path = 'encoder.1.self_attention.weights';
  const words = new KnownWords(models[name].vocabulary);

  /** What the model does with a sentence: its answer, where each row looks most, and how much the asked word gives there. */
  function shown(sentence, asked) {
    const source = words.tokens(sentence);
    const place = source.indexOf(asked);
    const trace = ap.traceTransformer({ ...models[name], source: [source] });
    const weights = trace.tensor(path);
    const looks = source.map((_, query) => source[largest(row(weights, 0, 0, query))]);
    const answerOf = () => models[name].vocabulary[trace.tensor('prediction').data[place]];
    const whole = answerOf();
    const weight = Math.max(...row(weights, 0, 0, place));
    trace.cutHead('encoder.1.self_attention', 0);
    const cut = answerOf();
    trace.dispose();
    const others = looks.filter((look, i) => i !== place && look === looks[place]).length;
    return { looks: looks[place], weight, others, answer: whole, cut };
  }

  for (const [lang, { sentence, word, other, asked, meant, turned }] of Object.entries(TWINS)) {
    test(`one word turns the head round and the answer with it, and without the head both are lost: ${lang}`, () => {
      const changed = sentence.replace(word, other);
      assert.notEqual(changed, sentence);
      for (const [text, right] of [
        [sentence, meant],
        [changed, turned],
      ]) {
        const { looks, weight, answer, cut } = shown(text, asked);
        assert.deepEqual([looks, answer], [right, right], text);
        assert.ok(weight > 0.98, `${weight}`);
        assert.notEqual(cut, right);
      }
    });
  }

  test('its Chinese sentence proves something: the row of 它 is not as most others, in both, and one was never seen', () => {
    const { sentence, word, other, asked } = TWINS.zh;
    const both = [sentence, sentence.replace(word, other)];
    for (const text of both) assert.ok(shown(text, asked).others <= 2, text);
    const { heldOut } = training.task(name, { count: 1, heldOut: 512 });
    const unseen = new Set(heldOut.map(({ source }) => source.join()));
    assert.ok(both.some((text) => unseen.has(words.tokens(text).join())));
    // In the sentence that the workbench opened on once, nearly every row looks at one word.
    const { sentence: plain } = OPENINGS.zh[name];
    assert.ok(shown(plain, asked).others > 2);
  });
});

describe('every trained model', () => {
  for (const name of SHIPPED)
    for (const lang of ['en', 'zh'])
      test(`knows the words that it opens on, and its cell is the largest of its row: ${name}, ${lang}`, () => {
        const { vocabulary, sourceVocabulary = vocabulary, architecture } = models[name];
        const { sentence, source, step, cell } = OPENINGS[lang][name];
        const words = new KnownWords(vocabulary).tokens(sentence);
        for (const word of words) assert.ok(vocabulary.includes(word), word);
        const read = new KnownWords(sourceVocabulary).tokens(source ?? '');
        for (const word of read) assert.ok(sourceVocabulary.includes(word), word);
        const sides = {
          'encoder-only': { source: [words] },
          'decoder-only': { target: [words] },
          'encoder-decoder': { source: [read], target: [['<sos>', ...words]] },
        };
        const trace = ap.traceTransformer({ ...models[name], ...sides[architecture] });
        const numbers = row(trace.tensor(step), ...cell.slice(0, -1));
        if (name !== 'ring-before') assert.equal(largest(numbers), cell.at(-1));
        if (architecture === 'encoder-decoder') {
          const said = Array.from(trace.tensor('prediction').data, (id) => vocabulary[id]);
          assert.deepEqual(said, [...words, '<eos>']);
        }
        trace.dispose();
      });

  test('has a card, whose claims have all their figures', () => {
    for (const texts of [english, chinese])
      for (const name of SHIPPED) {
        const claim = filled(texts[name].claim, facts[name], 'en');
        assert.doesNotMatch(claim, /[{}]|NaN|undefined/, name);
        assert.ok(cards[name].bytes <= 110_000, name);
        assert.equal(cards[name].bytes, file(name).length, name);
      }
  });
});

describe('the words of a model', () => {
  const words = new KnownWords(['the', 'cat', 'I', '猫', '吃完了', '因为', '它', '/', '<sos>']);

  test('are found whatever their case, in Chinese the longest first, without punctuation', () => {
    assert.deepEqual(words.tokens('The cat, i.'), ['the', 'cat', 'I']);
    assert.deepEqual(words.tokens('猫吃完了，因为它'), ['猫', '吃完了', '因为', '它']);
    assert.deepEqual(words.tokens('<sos> the / cat'), ['<sos>', 'the', '/', 'cat']);
    assert.deepEqual(words.tokens('the 猫 cat'), ['the', '猫', 'cat']);
  });

  test('leave others as they are written', () => {
    assert.deepEqual(words.tokens('The Banana'), ['the', 'Banana']);
    assert.ok(words.tokens('猫飞了').includes('猫'));
    assert.equal(
      words.tokens('猫飞了').every((word) => words.has(word)),
      false,
    );
    assert.deepEqual(words.tokens(''), []);
    assert.deepEqual(words.tokens('the '.repeat(100), 5).length, 5);
  });

  test('are offered for what they may be misspelled as', () => {
    assert.deepEqual(nearWords(words, 'teh', 3), []);
    assert.deepEqual(nearWords(words, 'cats', 3), ['cat']);
    assert.deepEqual(nearWords(words, 'CAT', 3), ['cat']);
    assert.deepEqual(nearWords(words, 'banana', 3), []);
    const alike = new KnownWords(['commutation', 'computation', 'computations', 'reputation']);
    const best = ['computations', 'computation', 'commutation'];
    for (const count of [1, 2, 3])
      assert.deepEqual(nearWords(alike, 'compotations', count), best.slice(0, count));
  });
});

test('a setting that stands for an option of Transformers is the model’s, but for what its file does not say', () => {
  const notInFile = ['dropoutP', 'fault', 'seed'];
  const chosen = settings.filter(([, { transformer, learned }]) => transformer && !learned);
  assert.deepEqual(
    chosen.map(([name]) => name),
    notInFile,
  );
  for (const [name, { learned, type }] of settings) {
    if (!learned) continue;
    for (const model of Object.values(models)) {
      const value = learned(model);
      assert.deepEqual(type.clean(value), { value, same: true }, name);
    }
  }
});
