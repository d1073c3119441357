// The tables that the command prints: their numbers are the engine's, and they fit the terminal.

import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { describe, test } from 'node:test';
import stringWidth from 'string-width';
import { importWeb } from '../support/bundled.mjs';
import { ap } from '../engine/support/engine.mjs';
import { printed, rowsOf, run } from './support/command.mjs';

const { en, zh } = await importWeb('i18n/en/index.ts', 'i18n/zh/index.ts');
const words = ['The', 'cat', 'sat'];
const sentence = words.join(' ');

/** The page's layer on this sentence: the settings that a first visit has. */
function weightsOf(options, head = 0) {
  const trace = ap.traceAttention({
    tokens: [words],
    numHeads: 4,
    dModel: 64,
    positions: 'sinusoidal',
    seed: 1,
    ...options,
  });
  const { shape, data } = trace.tensor('weights');
  trace.dispose();
  const [, , rows, columns] = shape;
  return Array.from({ length: rows }, (_, row) =>
    Array.from(data.slice((head * rows + row) * columns, (head * rows + row + 1) * columns)),
  );
}

const rounded = (rows, decimals) =>
  rows.map((row) => row.map((value) => Number(value.toFixed(decimals))));

describe('one step', () => {
  for (const { args, options, head, decimals = 2 } of [
    { args: [], options: {} },
    { args: ['--heads', '2', '--head', '2'], options: { numHeads: 2 }, head: 1 },
    { args: ['--mask', 'causal', '--seed', '7'], options: { isCausal: true, seed: 7 } },
    { args: ['--temperature', '2', '--decimals', '6'], options: { temperature: 2 }, decimals: 6 },
  ]) {
    test(`weights ${args.join(' ')}`, async () => {
      const text = await printed([sentence, '--step', 'weights', ...args]);
      const expected = rounded(weightsOf(options, head), decimals);
      assert.deepEqual(rowsOf(text, words), expected);
      assert.match(text, /^weights \[1, \d, 3, 3\] · Head \d$/m);
    });
  }

  test('of one sentence among several', async () => {
    const args = [sentence, 'a b c', '--batch', '2', '--step', 'ids'];
    assert.match(await printed(args), /batch 2\n\s+a +b +c\n/);
  });
});

describe('the walk', () => {
  const titlesOf = ({ story }) => Object.values(story.chapters).map(({ title }) => title);

  for (const [lang, dictionary, text] of [
    ['en', en, sentence],
    ['zh', zh, '小猫坐在垫子上。'],
  ]) {
    test(`has every stop of the page's, in order: ${lang}`, async () => {
      const lines = (await printed([text, '--lang', lang, '--mask', 'causal'])).split('\n');
      const titles = titlesOf(dictionary);
      const found = lines
        .map((line) => titles.find((title) => line.startsWith(`${title}  `)))
        .filter(Boolean);
      assert.ok(found.length >= 8, found.join(', '));
      assert.deepEqual(
        found,
        titles.filter((title) => found.includes(title)),
      );
    });
  }

  test('goes through layers and both sentences of a Transformer', async () => {
    const args = ['--model', 'encoder-decoder', '--layers', '1', 'I am', '--memory', '我 是'];
    const text = await printed([...args, '--steps']);
    assert.match(text, /^decoder\.0\.cross_attention\.weights +\[1, 4, 3, 2\]/m);
  });

  test('lists all steps with their shapes', async () => {
    const lines = (await printed([sentence, '--steps'])).trim().split('\n');
    const trace = ap.traceAttention({ tokens: [words], numHeads: 4, positions: 'sinusoidal' });
    const expected = trace.steps.map(({ path, shape }) => `${path} [${shape.join(', ')}]`);
    trace.dispose();
    const found = lines.slice(0, -1).map((line) => line.replace(/^(\S+) +(\[.*?\]).*$/, '$1 $2'));
    assert.deepEqual(found, expected);
  });
});

test('every line fits, in narrow and wide terminals, and says what is left out', async () => {
  for (const [columns, text, lang] of [
    [40, 'The quick brown fox jumps over the lazy dog', 'en'],
    [57, '小猫坐在垫子上，小狗也想坐在垫子上。', 'zh'],
    [200, 'The quick brown fox jumps over the lazy dog', 'en'],
  ]) {
    const lines = (await printed([text, '--lang', lang], { env: { COLUMNS: columns } })).split(
      '\n',
    );
    const tooLong = lines.filter((line) => stringWidth(line) > columns && !/^[\w.]+ \[/.test(line));
    assert.deepEqual(tooLong, [], `${columns}`);
    assert.ok(lines.some((line) => line.includes('--whole')));
    assert.ok(lines.some((line) => stringWidth(line) > columns * 0.8));
  }
  const all = await printed([sentence, '--step', 'x', '--whole']);
  assert.equal(rowsOf(all, words)[0].length, 64);
});

test('colours where they are asked for, and none elsewhere', async () => {
  const args = [sentence, '--step', 'weights'];
  const plain = await printed(args);
  assert.doesNotMatch(plain, /\x1b/);
  const few = await printed(args, { env: { FORCE_COLOR: '2' } });
  assert.match(few, /\x1b\[(30|97);48;5;\d+m/);
  const many = await printed(args, { env: { FORCE_COLOR: '3' } });
  assert.match(many, /\x1b\[(30|97);48;2;\d+;\d+;\d+m/);
  for (const coloured of [few, many]) {
    const text = stripVTControlCharacters(coloured).replace(/ +$/gm, '');
    assert.equal(text, plain);
  }
  const onLight = await printed(args, { env: { FORCE_COLOR: '3', COLORFGBG: '0;15' } });
  assert.notEqual(onLight, many);
  assert.equal(await printed(args, { env: { FORCE_COLOR: '3', NO_COLOR: '1' } }), plain);
});

test('reads standard input, one sentence a line', async () => {
  const shown = await printed(['--step', 'ids', '--batch', '2'], { input: '\uFEFFa b\r\n\nc d\n' });
  assert.match(shown, /batch 2\n\s+c +d\n/);
  assert.equal(
    await printed(['-', '--step', 'ids'], { input: 'a b' }),
    await printed(['a b', '--step', 'ids']),
  );
});

test('speaks the language of the terminal', async () => {
  const args = ['a b', '--step', 'weights'];
  const title = zh.steps.weights.title;
  assert.ok((await printed(args, { env: { LANG: 'zh_CN.UTF-8' } })).startsWith(title));
  assert.ok(
    (await printed(args, { env: { LANG: 'de_DE.UTF-8' } })).startsWith(en.steps.weights.title),
  );
  const both = await printed([...args, '--lang', 'en'], { env: { LC_ALL: 'zh_CN.UTF-8' } });
  assert.ok(both.startsWith(en.steps.weights.title));
});

test('says where a mistake is made on purpose, and what has no effect', async () => {
  const { code, stderr } = await run([
    'a b',
    '--fault',
    'no_scale',
    '--layers',
    '3',
    '--step',
    'weights',
  ]);
  assert.equal(code, 0);
  assert.ok(stderr.includes(en.settings.fault.choices.no_scale), stderr);
  assert.match(stderr, /--layers/);
  assert.equal(stderr.trim().split('\n').length, 2);
});
