// What a person types may hold words that a trained model does not know: it reads the others, what was typed stays, and known
// words are offered in place of each.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';
import { shippedModels } from './support/shipped-models.mjs';

const web = await importWeb(
  'playground/store.ts',
  'playground/address.ts',
  'playground/input/sentence-before.ts',
  'engine/index.ts',
  'learned/names.ts',
  'learned/near-words.ts',
);
const { SHIPPED, SentenceBefore, nearWords, readHash, writeHash } = web;
const { learned: opened } = await shippedModels(web);
const UNKNOWN = ['ravenous', 'Banana', '😀', 'القط', 'แมว', 'zzz'];

const last = (store) => store.tensor(store.steps.at(-1).path).data;
const codes = (store) => store.notices.map(({ code }) => code);

/** A sentence with others put between its words. */
function strewn(words, random) {
  const written = [...words];
  const count = random.whole(1, 3);
  for (let n = 0; n < count; n += 1)
    written.splice(
      random.whole(0, written.length),
      0,
      UNKNOWN[random.whole(0, UNKNOWN.length - 1)],
    );
  return written;
}

describe('words that a trained model does not know', () => {
  for (const [n, name] of SHIPPED.entries()) {
    const lang = ['en', 'zh'][n % 2];
    test(`are left out, and stay in the text: ${name}, ${lang}`, async () => {
      const random = seeded(7);
      const store = await opened(name, lang);
      const words = store.tokens.sentences[0];
      const plain = [...last(store)];
      const side = store.state.model === 'encoder-decoder' ? 'memory' : 'sentences';
      for (let round = 0; round < 2; round += 1) {
        const written = strewn(store.tokens[side][0], random);
        store.update({ [side]: [written.join(' ')] });
        assert.equal(store.problem, undefined, written.join(' '));
        assert.deepEqual(store.typed[side][0], written);
        assert.deepEqual(store.tokens.sentences[0], words);
        assert.deepEqual([...last(store)], plain, 'the numbers of what it knows');
        assert.deepEqual(
          store.unknownWords.map(({ place, word }) => [place, word]),
          written.flatMap((word, i) => (UNKNOWN.includes(word) ? [[i, word]] : [])),
        );
        assert.ok(codes(store).includes('wordsUnread'));
        const { [side]: kept } = readHash(writeHash(store.state), lang);
        assert.deepEqual(kept, [written.join(' ')], 'in the address, too');
      }
    });
  }

  test('if there are no others, the last sentence stays, and that is said', async () => {
    const store = await opened('referent-emergent');
    const before = store.state;
    const plain = [...last(store)];
    for (const text of ['😀 🎉', 'القط أكل السمك', 'แมวกินปลา', 'Bananas!']) {
      store.update({ sentences: [text], tokens: [null] });
      assert.equal(store.problem.code, 'unknown_words', text);
      assert.ok(!codes(store).includes('wordsUnread'));
      assert.deepEqual(store.state.sentences, before.sentences);
      assert.deepEqual([...last(store)], plain);
      assert.ok(store.submittedUnknown.length > 0);
    }
    store.undo();
    assert.equal(store.problem, undefined);
    assert.deepEqual(store.submittedUnknown, []);
  });

  test('of two sentences each reads its own, and is told of its own', async () => {
    const store = await opened('translation-textbook');
    const [source] = store.state.memory;
    store.update({ memory: [`${source} 汤姆`] });
    assert.deepEqual(
      store.unknownWords.map(({ side, word }) => [side, word]),
      [['memory', '汤姆']],
      'a word of the other language',
    );
    store.update({ memory: ['Bananas'] });
    assert.deepEqual([store.problem.code, store.problem.argument], ['unknown_words', 'memory']);
  });

  test('leave the chosen words chosen', async () => {
    const store = await opened('referent-emergent');
    const chosen = () => store.state.cell.slice(2).map((place) => store.tokens.sentences[0][place]);
    const words = chosen();
    const sentence = store.state.sentences[0];
    store.update({ sentences: [`Bananas ravenous ${sentence}`] });
    assert.deepEqual(chosen(), words);
    store.update({ sentences: [`ravenous the ${sentence}`] });
    assert.deepEqual(chosen(), words);
  });
});

describe('words that are offered', () => {
  test('are those of the same letters, then those that the model takes most like the one before', async () => {
    const { learned } = await opened('referent-emergent');
    const { words } = learned;
    assert.equal(nearWords(words, 'hungri', 6)[0], 'hungry');
    assert.deepEqual(nearWords(words, 'ravenous', 6), []);
    for (const stood of words.plain)
      assert.equal(nearWords(words, 'ravenous', 6, stood)[0], stood, 'most like itself');
    // The correlations of rows of the shipped table, calculated anew.
    const { data, shape } = learned.parameters.embedding_table;
    const rowOf = (word) => {
      const at = words.list.indexOf(word);
      const row = [...data.slice(at * shape[1], (at + 1) * shape[1])];
      const mean = row.reduce((sum, value) => sum + value, 0) / row.length;
      return row.map((value) => value - mean);
    };
    const correlation = (one, other) => {
      const [a, b] = [rowOf(one), rowOf(other)];
      const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
      return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    };
    const offered = nearWords(words, 'ravenous', 6, 'hungry');
    const isHan = (word) => /\p{Script=Han}/u.test(word);
    const others = words.plain.filter((word) => !isHan(word) && !offered.includes(word));
    const least = Math.min(...offered.map((word) => correlation('hungry', word)));
    for (const word of others) assert.ok(correlation('hungry', word) <= least + 1e-5, word);
    assert.ok(!offered.some(isHan), 'of the same script');
  });

  test('the word before is that between what stayed equal', async () => {
    const store = await opened('referent-emergent');
    const random = seeded(11);
    const known = store.learned.words.plain.filter((word) => /^[a-z]+$/.test(word));
    for (let round = 0; round < 30; round += 1) {
      // No word twice: which of two equal ones stayed would be anybody's guess.
      const from = random.whole(0, known.length - 9);
      const old = known.slice(from, from + random.whole(2, 8));
      store.update({ sentences: [old.join(' ')] });
      const line = { side: 'sentences', i: 0 };
      const kept = new SentenceBefore();
      kept.keep(store, line);
      const place = random.whole(0, old.length - 1);
      store.update({ sentences: [old.with(place, 'ravenous').join(' ')] });
      const [word] = store.unknownWords;
      assert.equal(kept.stood(store, word), old[place]);
      kept.keep(store, line);
      kept.takeBack(store);
      assert.deepEqual(store.state.sentences, [old.join(' ')], 'as it was when all was known');
      store.update({ sentences: [[...old, 'ravenous'].join(' ')] });
      assert.equal(kept.stood(store, store.unknownWords[0]), undefined, 'nothing stood there');
    }
  });
});
