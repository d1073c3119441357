// What is saved as one file: layers and models of every kind, in every mode, with everything that a person can do to them.

import assert from 'node:assert/strict';
import { drawn } from '../../support/numbers.mjs';
import { isKept } from './standalone.mjs';

export const tag = (attributes) => `<attention-playground ${attributes}></attention-playground>`;

/** Name → [attributes, what a person does with the store]. */
export const kinds = {
  'a plain layer': ['parameters="random" mode="workbench"'],
  'a layer in Chinese': ['lang="zh" parameters="random" sentence="猫 坐 在 垫子 上" heads="2"'],
  'two batches of cross-attention': [
    'mode="workbench" parameters="random" d-model="8" heads="2" sentence="a b&#10;c d e" memory="x y&#10;z"',
  ],
  'an encoder with a decoder': [
    'model="encoder-decoder" parameters="random" layers="1" d-model="16" mode="workbench"',
  ],
  'a trained model': ['parameters="referent-emergent" mode="guided"'],
  'a trained model in Chinese': ['lang="zh" parameters="verse-zh" mode="workbench"'],
  'the largest trained model': ['parameters="translation-textbook" mode="workbench"'],
  'a figure with edits, a fault and steps downhill': [
    'parameters="random" mode="figure" d-model="8" heads="2" step="weights"',
    (store) => {
      store.update({ fault: 'no_scale' });
      store.edit('w_q', [0, 0], 0.25);
      store.edit('scores', [0, 0, 1, 0], -1.5);
      store.update({ downhill: [{ of: 'w_k', rate: 0.1, edits: [] }] });
    },
  ],
  'numbers of one’s own': [
    'parameters="random" mode="workbench" d-model="8" heads="2"',
    (store) => {
      const words = store.steps.find(({ op }) => op === 'embedding');
      for (const path of ['w_q', words.path]) {
        store.makeOwn(path);
        store.edit(path, [0, 0, 0].slice(-store.step(path).shape.length), Math.fround(1 / 3));
        store.makeOwn(path);
      }
      store.update({ mask: 'custom' });
      store.edit('custom_mask', [0, 1], -Infinity);
    },
  ],
  'texts that could end a script': [
    'parameters="random" mode="workbench" d-model="8"',
    (store) =>
      store.update({
        sentences: ['a </script> <!-- b <script> \u2028 "quoted" \\u003c 👩‍🚀'],
        tokens: [['</script><!--', 'half', '<script>', "'", '猫']],
      }),
  ],
};

/** Opens a kind in a page, acts, and saves it as one file. */
export const keeps = ({ withPage, site }, kind) => {
  const [attributes, act] = kinds[kind];
  return withPage(
    tag(attributes),
    async (page) => {
      if (act) {
        await page.evaluate(`(${act})(document.querySelector('attention-playground').store)`);
        await drawn(page);
      }
      const { before, size } = await isKept(site.browser, page);
      assert.ok(before.steps.length > 5);
      const { parameters, edits, fault, given, x, downhill } = before.state;
      if (parameters === 'random') assert.ok(size <= 1e6, `${size} bytes`);
      if (/edits/.test(kind)) {
        assert.deepEqual([edits.length, fault, downhill.length], [2, 'no_scale', 1]);
      }
      if (/one’s own/.test(kind))
        assert.deepEqual([given.length, x.length, edits.length], [1, 7, 1]);
    },
    { fresh: true },
  );
};
