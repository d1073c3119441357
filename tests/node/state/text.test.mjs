// Sentences into tokens. What Intl.Segmenter finds in a text without spaces differs between engines, so only what
// holds everywhere is tested.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';

const { tokenise, wellFormed, isBlank, padded, vocabulary, isRagged } =
  await importWeb('text/index.ts');

describe('tokens', () => {
  test('punctuation is a token of its own', () => {
    const tokens = ['The', 'cat', 'sat', 'on', 'the', 'mat', '.'];
    assert.deepEqual(tokenise('The cat sat  on the\tmat.', 'word'), tokens);
  });

  test('marks of sentences stay whole', () => {
    const tokens = ['[BOS]', 'I', 'like', 'you', '[EOS]'];
    assert.deepEqual(tokenise('[BOS] I like you [EOS]', 'word'), tokens);
    assert.deepEqual(tokenise('<sos>我<eos>', 'character'), ['<sos>', '我', '<eos>']);
  });

  test('spaces between Chinese words are the words that were meant', () => {
    assert.deepEqual(tokenise('我 爱 编程 Python', 'word'), ['我', '爱', '编程', 'Python']);
    assert.deepEqual(tokenise('我 爱 编程。', 'word'), ['我', '爱', '编程', '。']);
  });

  test('nothing of a Chinese text without spaces is lost', () => {
    assert.equal(
      tokenise('今天天气很好，我们去公园。', 'word').join(''),
      '今天天气很好，我们去公园。',
    );
  });

  test('characters are what a reader counts', () => {
    assert.deepEqual(tokenise('é👩‍👩‍👧‍👦 ก็', 'character'), ['é', '👩‍👩‍👧‍👦', 'ก็']);
    assert.deepEqual(tokenise('我爱', 'character'), ['我', '爱']);
  });

  test('no token of nothing, of spaces, or of marks without width', () => {
    for (const text of ['', '   ', '\n\t', '\u200B', '\uFEFF \u2060']) {
      assert.deepEqual(tokenise(text, 'word'), []);
      assert.deepEqual(tokenise(text, 'character'), []);
      assert.ok(isBlank(text));
    }
  });

  test('lone surrogates become a character', () => {
    assert.equal(wellFormed('a\uD800b\uDC00'), 'a\uFFFDb\uFFFD');
    assert.equal(wellFormed('👍'), '👍');
    assert.equal(tokenise('\uD83D', 'character').join(''), '\uFFFD');
  });

  test('a very long text is cut into no more tokens than are asked for', () => {
    assert.equal(tokenise('word '.repeat(100000), 'word', 65).length, 65);
    assert.equal(tokenise('字'.repeat(100000), 'character', 65).length, 65);
  });
});

describe('sentences of a batch', () => {
  const sentences = [
    ['the', 'cat'],
    ['a', 'cat', 'sat'],
  ];

  test('shorter ones are filled up', () => {
    assert.deepEqual(padded(sentences, 0), ['the', 'cat', '[PAD]']);
    assert.deepEqual(padded(sentences, 1), ['a', 'cat', 'sat']);
    assert.ok(isRagged(sentences));
    assert.ok(!isRagged([['a'], ['b']]));
  });

  test('the vocabulary lists every token once, in the order of its first use', () => {
    assert.deepEqual(vocabulary(sentences), ['the', 'cat', '[PAD]', 'a', 'sat']);
    assert.deepEqual(vocabulary([['b', 'a']], [['a', 'c']]), ['b', 'a', 'c']);
    assert.deepEqual(vocabulary([]), []);
  });
});
