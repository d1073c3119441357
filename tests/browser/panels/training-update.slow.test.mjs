// The panel on training: an update as steps is the engine's, number by number, and so are its explanations.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { learner, makeUpdates, panel, withTask } from './support/training.mjs';

const { inside } = panel;
const updates = 10;
const parameter = 'encoder.0.self_attention.w_q';

let made;
let trace;
before(() => {
  made = learner('four-pairs');
  made.trainer.step(updates);
  trace = made.trainer.trace();
});
after(() => {
  for (const each of [trace, made.trainer, made.model]) each.dispose();
});

const open = async (page) => {
  await makeUpdates(page, updates);
  await inside(page, 'button.batch').click();
  await inside(page, 'ap-opened-update .chain').waitFor();
};

/** What the opened update's store explains. */
const explained = (page) =>
  page.evaluate(() => {
    const { store } = document
      .querySelector('training-run')
      .shadowRoot.querySelector('ap-opened-update');
    return JSON.parse(JSON.stringify(store.explanation));
  });

/** The button of a part of the update. */
const partOf = (page, name) => inside(page, `ap-opened-update .parts button:has-text("${name}")`);

const plain = (value) => JSON.parse(JSON.stringify(value));

test('an update that is open stays so when the panel is moved, also to a place where it was not for a while', () =>
  withTask('four-pairs', async (page) => {
    await open(page);
    const chain = inside(page, 'ap-opened-update .chain');
    await page.evaluate(() => document.body.append(document.querySelector('training-run')));
    await chain.waitFor();
    // Its place alone, away for some tasks.
    await page.evaluate(async () => {
      const opened = document
        .querySelector('training-run')
        .shadowRoot.querySelector('ap-opened-update');
      const parent = opened.parentNode;
      opened.remove();
      await new Promise((resolve) => setTimeout(resolve, 100));
      parent.append(opened);
    });
    await chain.waitFor();
    assert.ok(await explained(page));
  }));

test('a weight: gradient, clip factor, m, v and new value are those of the engine, and open their arithmetic', () =>
  withTask('four-pairs', async (page) => {
    await open(page);
    const rows = await inside(page, 'ap-opened-update .chain button').evaluateAll((all) =>
      all.map(({ dataset }) => [dataset.path, Math.fround(Number(dataset.value))]),
    );
    const [row, column] = await inside(
      page,
      'ap-opened-update [name=row], ap-opened-update [name=column]',
    ).evaluateAll((all) => all.map(({ value }) => Number(value)));
    const paths = rows.map(([path]) => path);
    for (const ending of [
      'clipped_gradient',
      'next_first_moment',
      'next_second_moment',
      'new_weight',
    ]) {
      assert.ok(paths.includes(`update.${parameter}.${ending}`), `${ending} of ${paths}`);
    }
    assert.ok(paths.includes('update.clip_factor'));
    for (const [path, value] of rows) {
      const { shape, data } = trace.tensor(path);
      assert.equal(value, data[shape.length === 2 ? row * shape[1] + column : 0], path);
    }
    const index = [row, column];
    assert.deepEqual(await explained(page), plain(trace.explain(`gradient.${parameter}`, index)));
    await inside(page, `ap-opened-update [data-path="update.${parameter}.new_weight"]`).click();
    await eventually(
      () => explained(page),
      plain(trace.explain(`update.${parameter}.new_weight`, index)),
    );
    made.trainer.step(1);
    assert.equal(
      rows.at(-1)[1],
      made.trainer.snapshot().parameters[parameter].data[row * 16 + column],
    );
  }));

test('a score: its row before and after softmax, and how the gradient comes through', () =>
  withTask('four-pairs', async (page) => {
    await open(page);
    const slices = inside(page, 'ap-opened-update .score ap-slice');
    await eventually(() => slices.count(), 3);
    const path = 'decoder.0.cross_attention';
    const [scores] = trace.steps.find((step) => step.path === `${path}.weights`).inputs;
    const wanted = [`${path}.weights`, `gradient.${path}.weights`, `gradient.${scores}`];
    await eventually(
      () => slices.evaluateAll((all) => all.every(({ figure }) => figure !== undefined)),
      true,
    );
    const shown = await slices.evaluateAll((all) =>
      all.map(({ path, figure }) => [path, [...figure.grids[0].values]]),
    );
    for (const [i, [found, values]] of shown.entries()) {
      assert.equal(found, wanted[i]);
      const { shape, data } = trace.tensor(found);
      assert.deepEqual(values, [...data.subarray(shape[3], 2 * shape[3])]);
    }
    await slices.last().locator('[role=gridcell]').first().click();
    await eventually(() => explained(page), plain(trace.explain(wanted[2], [0, 0, 1, 0])));
  }));

test('all steps can be walked: forward, backward, update', () =>
  withTask('four-pairs', async (page) => {
    await open(page);
    const current = () =>
      page.evaluate(
        () =>
          document.querySelector('training-run').shadowRoot.querySelector('ap-opened-update').store
            .state.step,
      );
    await partOf(page, 'Update').click();
    assert.match(await current(), /^update\./);
    await partOf(page, 'Backward').click();
    assert.match(await current(), /^gradient\./);
    await partOf(page, 'Forward').click();
    await inside(page, 'ap-opened-update .all-steps .next').click();
    assert.doesNotMatch(await current(), /^(gradient|update)\./);
  }));

test('each step has its figure, and the proof of a cell of it', () =>
  withTask('four-pairs', async (page) => {
    await open(page);
    const shown = () =>
      page.evaluate(() => {
        const opened = document
          .querySelector('training-run')
          .shadowRoot.querySelector('ap-opened-update');
        const { figure } = opened.renderRoot.querySelector('.all-steps ap-figure');
        const drawn = figure?.grids.map(({ step }) => step.path) ?? [];
        const { kept } = opened.store;
        return [drawn.includes(kept?.path), kept?.path];
      });
    for (const [part, path] of [
      ['Forward', 'decoder.0.cross_attention.scores'],
      ['Backward', 'gradient.decoder.0.cross_attention.weights'],
      ['Update', `update.${parameter}.new_weight`],
    ]) {
      await partOf(page, part).click();
      await inside(page, 'ap-opened-update [name=step]').selectOption(path);
      await eventually(shown, [true, path]);
      const { index } = await page.evaluate(
        () =>
          document.querySelector('training-run').shadowRoot.querySelector('ap-opened-update').store
            .kept,
      );
      assert.deepEqual(await explained(page), plain(trace.explain(path, index)));
    }
  }));
