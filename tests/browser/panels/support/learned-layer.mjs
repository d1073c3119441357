// What is asked of every panel that shows one layer of a trained model.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../support/hands.mjs';
import { violations } from '../../support/looks.mjs';
import { modelOf, passOf, placeOf } from './trained.mjs';

/**
 * `context` is the step that is the model's own; `first` is what it opens on, from `file`; `unfit` are parameters that it
 * cannot have and what is said of them; `text` has an unknown last word, `mended` the word to take and what is then read.
 */
export function testLearned(
  { tag, ap, inside, field, setField, settle, options, ...panel },
  { context, models, first, file, unfit, text, mended, assertNow },
) {
  const withPanel = (body, options) => panel.withPanel(body, { given: '', ...options });
  const unknown = (page) => inside(page, 'ap-unknown-words li');
  const alert = (page) => inside(page, '[role=alert]').innerText();
  const parameters = async (page) => (await options(page)).parameters;
  const choose = async (page, name) => {
    await field(page, 'parameters').selectOption(name);
    await eventually(() => parameters(page), name);
    await settle(page);
  };
  const set = (page, values) =>
    page.evaluate(
      ([tag, values]) => void Object.assign(document.querySelector(tag), values),
      [tag, values],
    );

  test('the layers of trained models give what the models give', () =>
    withPanel(async (page) => {
      for (const name of models) {
        await choose(page, name);
        const layers = field(page, 'layer');
        const count = (await layers.count()) === 0 ? 1 : await layers.locator('option').count();
        for (let layer = 0; layer < count; layer += 1) {
          if (count > 1) await layers.selectOption({ value: String(layer) });
          await settle(page);
          const { tokens } = await options(page);
          const { scope, pass } = placeOf(modelOf(ap, name), { layer, tokens });
          const own = passOf(ap, name, pass, (trace) => [
            ...trace.tensor(`${scope}.${context}`).data,
          ]);
          const shown = await page.evaluate(
            ([tag, path]) => [...document.querySelector(tag).store.tensor(path).data],
            [tag, context],
          );
          assert.equal(shown.length, own.length);
          const far = Math.max(...own.map((value, i) => Math.abs(value - shown[i])));
          assert.ok(far < 1e-5 * Math.max(1, ...own.map(Math.abs)), `${name} ${layer}: ${far}`);
        }
        assert.equal(await alert(page), '');
      }
    }));

  test('random parameters and back: sentences stay where the model knows them; undo covers all', () =>
    withPanel(async (page) => {
      const state = async () => {
        const { parameters, sentence, seed } = await options(page);
        return { parameters, sentence, seed };
      };
      const states = [await state()];
      const act = async (change, expected) => {
        await change();
        await eventually(state, { ...states.at(-1), ...expected });
        states.push(await state());
      };
      assert.equal(await field(page, 'seed').count(), 0);
      await act(() => setField(page, 'sentence', mended[1]), { sentence: mended[1] });
      await act(() => choose(page, 'random'), { parameters: 'random' });
      assert.match(await inside(page, '.worth').innerText(), /Untrained/);
      await act(() => setField(page, 'seed', '7'), { seed: 7 });
      await assertNow(page);
      await act(() => choose(page, first), { parameters: first });
      await assertNow(page);
      for (const before of states.toReversed().slice(1)) {
        await page.keyboard.press('Control+z');
        await eventually(state, before);
        assert.equal(await field(page, 'parameters').inputValue(), before.parameters);
        assert.equal(await field(page, 'sentence').inputValue(), before.sentence);
      }
      await assertNow(page);
      for (const after of states.slice(1)) {
        await page.keyboard.press('Control+Shift+Z');
        await eventually(state, after);
      }
    }));

  test('words that the model does not know are said, and mended by a click', () =>
    withPanel(async (page) => {
      const before = await options(page);
      await setField(page, 'sentence', text);
      assert.equal(await unknown(page).count(), 2);
      assert.match(await alert(page), /does not know: hungri/);
      assert.equal(await field(page, 'sentence').inputValue(), text);
      assert.equal(await field(page, 'sentence').getAttribute('aria-invalid'), 'true');
      assert.deepEqual(await options(page), before, 'the last good sentence stays');
      assert.deepEqual(await violations(page, tag), []);
      await unknown(page).nth(0).getByRole('button', { name: mended[0], exact: true }).click();
      await eventually(async () => (await options(page)).sentence, mended[1]);
      assert.equal(await unknown(page).count(), 0);
      assert.equal(await alert(page), '');
      await setField(page, 'sentence', 'any words at all');
      await unknown(page)
        .getByRole('button', { name: /Random parameters/ })
        .click();
      await eventually(() => parameters(page), 'random');
      assert.equal((await options(page)).sentence, 'any words at all');
    }));

  test('a model without its file: that is said, and random parameters stand in for it', () =>
    withPanel(
      async (page) => {
        assert.match(await alert(page), new RegExp(`${file}.*[.]safetensors`));
        assert.equal(await parameters(page), 'random');
        await assertNow(page);
        page.problems.length = 0;
        await page.unroute('**/*.safetensors');
        await choose(page, first);
        assert.equal(await alert(page), '');
      },
      { prepare: (page) => page.route('**/*.safetensors', (route) => route.abort()) },
    ));

  test('the attributes: parameters, with a sentence or without; what is no model is said', () =>
    withPanel(
      async (page) => {
        assert.deepEqual((await options(page)).tokens, ['one', 'two', 'three']);
        assert.equal(await parameters(page), 'random', 'for a sentence of an author');
        await set(page, { parameters: 'translation-textbook' });
        await eventually(() => parameters(page), 'translation-textbook');
        await set(page, { parameters: unfit[0] });
        await eventually(async () => unfit[1].test(await alert(page)), true);
        const said = await page.evaluate((tag) => document.querySelector(tag).parameters, tag);
        assert.equal(said, 'translation-textbook');
        await set(page, { parameters: 'random', sentence: 'four words are here' });
        await eventually(async () => (await options(page)).sentence, 'four words are here');
        assert.equal(await parameters(page), 'random');
      },
      { given: '#sentence=one+two+three' },
    ));
}
