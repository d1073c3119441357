// Ctrl+Z and Ctrl+Shift+Z in panels: options and edits, in the order in which they were made, over both of two layers.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const withPanel = (path, name, body) =>
  site.withPage(path, async (page) => {
    await page.evaluate((name) => document.querySelector(name).ready, name);
    const run = (text) =>
      page.evaluate(
        async ([name, text]) => {
          const panel = document.querySelector(name);
          const result = await new Function('panel', `return ${text}`)(panel);
          await panel.updateComplete;
          return result;
        },
        [name, text],
      );
    const press = async (keys) => {
      await page.keyboard.press(keys);
      await run('panel.updateComplete');
    };
    await body({ page, run, press });
  });

test('tiles: an edit, a tile and a sentence, and an edit of the layer without tiles', () =>
  withPanel('/explore/tiles#parameters=random', 'tiled-attention', async ({ page, run, press }) => {
    const seen = `({ sentence: panel.sentence, tile: [...panel.store.options.tile],
      shown: panel.shadowRoot.querySelector('[name=sentence]').value,
      edits: [panel.store.state.edits.length, panel.plain.state.edits.length],
      same: panel.plain.options.tokens.join() === panel.store.options.tokens.join() })`;
    const first = await run(seen);
    await run(`panel.onTyped('sentence', 'one two three four')`);
    await run(`panel.onTyped('tileKeys', '1')`);
    await run(`panel.store.edit('w_q', [0, 0], 0.5)`);
    await run(`panel.plain.edit('w_q', [0, 0], 0.25)`);
    const last = await run(seen);
    assert.deepEqual([last.tile[1], last.edits], [1, [1, 1]]);
    await page.locator('tiled-attention [name=sentence]').focus();
    await press('Control+z');
    assert.deepEqual((await run(seen)).edits, [1, 0]);
    await press('Control+z');
    assert.deepEqual((await run(seen)).edits, [0, 0]);
    await press('Control+z');
    assert.deepEqual((await run(seen)).tile[1], first.tile[1]);
    await press('Control+z');
    assert.deepEqual(await run(seen), first);
    for (let i = 0; i < 4; i += 1) await press('Control+Shift+Z');
    assert.deepEqual(await run(seen), last);
  }));

test('workers: the number of workers, and the sentence in its field', () =>
  withPanel('/explore/workers#parameters=random', 'head-workers', async ({ page, run, press }) => {
    const seen = `({ sentence: panel.sentence, workers: panel.store.options.workers,
      shown: panel.shadowRoot.querySelector('[name=sentence]').value,
      cards: panel.alone.options.workers })`;
    const first = await run(seen);
    await run(`panel.onTyped('workers', '4')`);
    await run(`panel.onTyped('sentence', 'one two')`);
    await page.locator('head-workers [name=workers]').focus();
    await press('Control+z');
    await press('Control+z');
    assert.deepEqual(await run(seen), first);
    await press('Control+y');
    assert.equal((await run(seen)).workers, 4);
  }));

test('√d_k: width, keys and seed, with the curves measured again', () =>
  withPanel('/explore/scaling', 'scaling-study', async ({ page, run, press }) => {
    const first = await run('({ ...panel.store.options })');
    await run(`void (panel.keys = 8)`);
    await run(`void (panel.dK = 512)`);
    await page.locator('scaling-study [name=keys]').focus();
    await press('Control+z');
    await press('Control+z');
    assert.deepEqual(await run('({ ...panel.store.options })'), first);
    assert.deepEqual(await run('[panel.dK, panel.keys, panel.seed]'), [
      first.dK,
      first.keys,
      first.seed,
    ]);
  }));

test('kinds of attention: a pair of sentences, in their fields too', () =>
  withPanel(
    '/explore/attention-kinds#parameters=random',
    'attention-kinds',
    async ({ page, run, press }) => {
      const first = await run('[panel.source, panel.target]');
      await run(`void (panel.source = 'one two three')`);
      await run(`panel.store.edit('source.x', [0, 0, 0], 1)`);
      await page.locator('attention-kinds [role=grid]').first().focus();
      await press('Control+z');
      await press('Control+z');
      assert.deepEqual(await run('[panel.source, panel.target]'), first);
      assert.equal(await run(`panel.shadowRoot.querySelector('[name=source-0]').value`), first[0]);
    },
  ));

test('generation: tokens, a choice, a weight, a model and sentences, with equal numbers again', () =>
  withPanel(
    '/explore/generate#parameters=random',
    'token-generation',
    async ({ page, run, press }) => {
      const settled = async () => {
        await run('panel.generation.actions.ended()');
      };
      const seen = async () => {
        await settled();
        return run(`({ tokens: [...panel.generation.sequence.tokens],
        model: panel.generation.asked.model, choice: panel.generation.choice,
        logits: [...panel.generation.shown.trace.tensor('next.logits').data],
        kept: panel.generation.shown.cache.kept,
        weight: panel.generation.sequence.parameter('decoder.0.self_attention.w_k').data[3],
        drafts: [...panel.shadowRoot.querySelectorAll('form input.field')].map(({ value }) => value) })`);
      };
      const states = [await seen()];
      const act = async (text) => {
        await run(`void ${text}`);
        states.push(await seen());
      };
      await act('panel.generation.next()');
      await act('panel.generation.next()');
      await act(`panel.generation.change('decoder.0.self_attention.w_k', [0, 3], 2.5)`);
      await act('panel.generation.next()');
      await act(`panel.generation.choose({ doSample: false })`);
      await act(`panel.generation.say({ prompt: 'The cat', source: '' })`);
      await act(`panel.generation.remodel({ architecture: 'encoder-decoder', heads: 1 })`);
      await act('panel.generation.next()');
      await act('panel.generation.startOver()');
      await page.locator('token-generation button.next').focus();
      for (const before of states.toReversed().slice(1)) {
        await press('Control+z');
        assert.deepEqual(await seen(), before);
      }
      await press('Control+z');
      assert.deepEqual(await seen(), states[0], 'nothing is left to undo');
      for (const after of states.slice(1)) {
        await press('Control+Shift+Z');
        assert.deepEqual(await seen(), after);
      }
    },
  ));
