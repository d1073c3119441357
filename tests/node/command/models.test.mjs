// Trained models by name or file, what they write, and training: the engine's numbers.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileOf } from '../../../scripts/train/tasks.mjs';
import { ap, engine } from '../engine/support/engine.mjs';
import { printed, run } from './support/command.mjs';

const folder = mkdtempSync(join(tmpdir(), 'attention-command-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('a model writes what the engine writes with it', async () => {
  const args = ['--parameters', 'verse-en', '--generate', 'we found a hidden spoon /'];
  const { tokens, prompt, text } = JSON.parse(
    await printed([...args, '--max-new-tokens', '8', '--json']),
  );
  const { parameters, ...options } = ap.readModel(readFileSync(fileOf('verse-en')));
  const expected = [];
  const words = ['<sos>', 'we', 'found', 'a', 'hidden', 'spoon', '/'];
  const made = ap.generate({ ...options, parameters, prompt: words, maxNewTokens: 8 });
  for await (const { token, id, probabilities } of made) {
    expected.push({ token, id, probability: probabilities[id] });
  }
  assert.deepEqual(prompt, words);
  assert.deepEqual(tokens, expected);
  assert.ok(text.startsWith('we found a hidden spoon /'));
  const table = await printed([...args, '--max-new-tokens', '3']);
  for (const { token, probability } of expected.slice(0, 3)) {
    assert.match(table, new RegExp(`^ +\\d+ +${token} +${probability.toFixed(2)}`, 'm'));
  }
});

test('what a person has translated is what the encoder reads', async () => {
  const args = ['--parameters', 'four-pairs', '--generate', 'Good morning'];
  assert.match(await printed(args), /早上好/);
});

test('draws by seed', async () => {
  const args = ['--model', 'decoder-only', '--layers', '1', 'a b c', '--generate', '--sample'];
  const texts = [];
  for (const seed of [1, 1, 2, 3]) {
    const more = ['--sampling-temperature', '5', '--top-k', '3', '--seed', String(seed)];
    texts.push(await printed([...args, ...more, '--max-new-tokens', '12', '--json']));
  }
  assert.equal(texts[0], texts[1]);
  assert.ok(new Set(texts).size > 1);
});

test('trains, and what it saved is read again', async () => {
  const file = join(folder, 'model.safetensors');
  const text = await printed([
    'train',
    'four-pairs',
    '--seed',
    '3',
    '--updates',
    '20',
    '--save',
    file,
  ]);
  const trained = await engine.load({ training: true });
  const { model: options } = trained.task('four-pairs');
  const model = trained.transformer({ ...options, seed: 3 });
  const schedule = { ...trained.task('four-pairs').schedule, steps: 20 };
  const trainer = trained.trainer({ model, task: 'four-pairs', seed: 3, schedule });
  const { loss } = trainer.step(20);
  assert.equal(trainer.updates, 20);
  assert.match(text, new RegExp(`update 20 +loss ${loss.toFixed(4)}$`, 'm'));
  assert.match(text, /→/);
  trainer.dispose();
  model.dispose();
  const shown = await printed([
    '--parameters',
    file,
    '--step',
    'decoder.0.cross_attention.weights',
  ]);
  assert.match(shown, /decoder\.0\.cross_attention\.weights \[/);
});

test('a model decides its sizes, and says so', async () => {
  const { code, stderr } = await run(['--parameters', 'numbers', '--heads', '8', '7']);
  assert.equal(code, 2);
  assert.match(stderr, /--heads: 8, but the trained model has 2/);
});

test('a file that is no model is refused by name', async () => {
  const file = join(folder, 'none.safetensors');
  writeFileSync(file, 'no model');
  for (const [given, said] of [
    [file, 'none.safetensors'],
    [join(folder, 'missing.safetensors'), 'missing.safetensors'],
    ['verse', 'verse-en'],
  ]) {
    const { code, stdout, stderr } = await run(['--parameters', given, 'a b']);
    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(stderr.includes(said), stderr);
    assert.equal(stderr.trim().split('\n').length, 1);
  }
});
