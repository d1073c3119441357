// Passes of generated tokens, edited and undone while the sequence goes on: each is what its own edits make of it, and
// no edit changes a token.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ap, assertSame, seeded } from './support/engine.mjs';
import { small } from './support/models.mjs';

const vocabulary = ['the', 'cat', 'sat', '<sos>', '<eos>'];

const pick = (random, list) => list[random.whole(0, list.length - 1)];

function randomModel(random) {
  const decoderOnly = random.coin();
  return {
    ...small,
    vocabulary,
    architecture: decoderOnly ? 'decoder-only' : 'encoder-decoder',
    ...(!decoderOnly && { source: ['the', 'cat', 'sat'], numEncoderLayers: random.whole(1, 2) }),
    numDecoderLayers: random.whole(1, 2),
    normFirst: random.coin(),
    prompt: ['<sos>', 'cat'],
    maxNewTokens: 4,
    endToken: 'never',
    seed: random.whole(0, 99),
  };
}

/** A cell of a random step; ids are places in a table, and stay. */
function randomEdit(random, { steps }) {
  const { path, shape } = pick(
    random,
    steps.filter(({ role }) => role !== 'token'),
  );
  const index = shape.map((size) => random.whole(0, size - 1));
  return [path, index, random.whole(-8, 8) / 4];
}

/** The tokens of a sequence, with their traces; `between` is called after each. */
async function generated(options, between = () => {}) {
  const tokens = [];
  for await (const token of ap.generate(options)) {
    tokens.push({ token, trace: token.retain(), edits: [] });
    between(tokens);
  }
  return tokens;
}

function change(random, { trace, edits }) {
  if (random.whole(0, 2) === 0) {
    trace.undo();
    edits.pop();
    return;
  }
  const edit = randomEdit(random, trace);
  if (trace.set(...edit).length > 0) edits.push(edit);
}

for (let seed = 0; seed < 5; seed++) {
  test(`edits of retained passes, in any order, while tokens follow: seed ${seed}`, async () => {
    const random = seeded(seed);
    const options = randomModel(random);
    const edited = await generated(options, (tokens) => {
      for (let i = 0; i < 4; i++) change(random, pick(random, tokens));
    });
    const fresh = await generated(options);
    assert.equal(edited.length, 4);
    edited.forEach(({ token, trace, edits }, i) => {
      assert.deepEqual(token.logits, fresh[i].token.logits, 'an edit changed a token');
      for (const edit of edits) fresh[i].trace.set(...edit);
      for (const { path } of trace.steps) {
        assertSame(trace.tensor(path), fresh[i].trace.tensor(path), `token ${i}, ${path}`);
        assertSame(trace.baseline(path), fresh[i].trace.baseline(path), `token ${i}, ${path}`);
      }
    });
    for (const { trace } of [...edited, ...fresh]) trace.dispose();
  });
}
