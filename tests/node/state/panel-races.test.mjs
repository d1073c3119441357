// Panels that show a layer of a trained model, on a slow network: the last model that was chosen is shown, and says so.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed } from './support/slow.mjs';
import { SlowModels } from './support/slow-models.mjs';

const { KnownWords, LayerEditor, LearnedModels, untilDone } = await importWeb(
  'panels/layer-editor.ts',
  'learned/known-words.ts',
  'parts/learned/models.ts',
  'kit/loading/until-done.ts',
);

const words = new KnownWords([...'nkiacdgmb', 'a', 'cat', 'sat']);
const learned = (name) => ({
  name,
  options: { architecture: 'decoder-only', numDecoderLayers: 2 },
  words,
  sourceWords: words,
});
const problems = { en: { blank: 'no words' }, zh: { blank: '没有词' } };

class Panel {
  lang = 'en';
  options = undefined;

  constructor(world) {
    this.world = world;
    this.editor = new LayerEditor({ requestUpdate() {} }, ['ring', 'ring-jump', 'numbers'], {
      options: () => this.options,
      language: () => this.lang,
      problems: () => problems[this.lang],
      take: (change) => {
        assert.ok(!this.isOver, 'a panel that is gone takes a model');
        this.editor.refused = undefined;
        this.options = { ...this.options, ...change };
      },
      tell: () => undefined,
    });
    this.editor.choice.models = new SlowModels(world, learned);
  }

  async begin(wished) {
    const opening = await this.editor.begin({}, wished, 'a cat sat');
    if (opening) this.options = opening.change;
  }

  end() {
    this.editor.choice.end();
    this.isOver = true;
  }
}

describe('a layer of a trained model', () => {
  test('is that which was chosen last, with the sentence that was typed', () =>
    eachSeed(300, async (world) => {
      const panel = new Panel(world);
      const { editor } = panel;
      await Promise.all([panel.begin(world.pick(['ring', 'numbers', 'random'])), world.rest()]);
      let chosen = panel.options.parameters;
      let typed = panel.options.sentence;
      for (let i = 0; i < 6; i += 1) {
        if (world.random.coin()) {
          const asked = world.pick(['ring', 'ring-jump', 'numbers', 'random', 'nothing']);
          editor.request(asked);
          chosen = asked;
        } else if (world.random.coin()) {
          typed = world.pick(['a cat', 'n k i', ' ']);
          editor.write(typed);
        } else panel.lang = world.pick(['en', 'zh']);
        await world.pass();
      }
      await world.rest();
      const { options } = panel;
      const { choice, refused } = editor;
      assert.equal(choice.coming, undefined);
      if (['numbers', 'nothing'].includes(chosen)) assert.ok(choice.problem);
      else assert.equal(options.parameters, chosen);
      if (typed !== ' ') assert.equal(options.sentence, typed);
      else if (refused) assert.equal(refused.text(), problems[panel.lang].blank);
      editor.request(world.pick(['ring', 'numbers']));
      if (world.random.coin()) await world.pass();
      panel.end();
      await world.rest();
      assert.equal(choice.coming, undefined);
    }));

  test('left while it begins, it takes nothing', () =>
    eachSeed(50, async (world) => {
      const panel = new Panel(world);
      const begun = panel.begin('ring');
      if (world.random.coin()) await world.pass();
      panel.end();
      const { options } = panel;
      await Promise.all([begun, world.rest()]);
      assert.equal(panel.options, options);
    }));
});

test('a model whose file did not come is fetched again, and one that is on its way is not', async () => {
  const models = new LearnedModels();
  let fetches = 0;
  models.script = async () => ({
    fetchModel: async () => {
      fetches += 1;
      if (fetches === 1) throw new Error('offline');
      return new Uint8Array(1);
    },
    readLearned: (_engine, name) => ({ name }),
  });
  assert.equal((await models.load({}, 'ring')).code, 'unexpected');
  await Promise.all([models.load({}, 'ring'), models.load({}, 'ring')]);
  assert.equal(fetches, 2);
  assert.equal(models.of('ring').name, 'ring');
});

test('what is to be done once is done again by the next who asks, if it has failed', async () => {
  let tries = 0;
  const fetch = untilDone(async () => {
    tries += 1;
    if (tries === 1) throw new Error('offline');
    return tries;
  });
  const first = [fetch(), fetch()];
  for (const one of first) await assert.rejects(one, /offline/);
  assert.deepEqual(await Promise.all([fetch(), fetch()]), [2, 2]);
  assert.equal(await fetch(), 2);
});
