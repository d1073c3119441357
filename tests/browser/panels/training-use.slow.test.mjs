// The panel on training: what a person gives it, what goes wrong, and what is kept.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { whenReady } from '../support/site.mjs';
import {
  atRest,
  chooseTask,
  learner,
  makeUpdates,
  panel,
  runOf,
  train,
  trainingEngine,
  withTask,
} from './support/training.mjs';

const { inside, field, setField, withPanel } = panel;

const { site, write } = await openAnyPage('two-runs');

const alerts = async (page) =>
  (await inside(page, '[role=alert]').allInnerTexts()).join(' ').trim();

const openSettings = (page) => inside(page, '.toggle-settings').click();

test('own pairs are learned; a line that is no pair is named, and the run stays', () =>
  withPanel(async (page) => {
    await field(page, 'task').selectOption('own');
    await eventually(async () => (await runOf(page)).config.task, 'own', 'own');
    const give = async (text) => {
      await field(page, 'pairs').fill(text);
      await inside(page, '.own [type=submit]').click();
    };
    await give('one cat → 一只猫\n\ntwo cats 两只猫');
    await eventually(async () => /Line 3, “two cats 两只猫”/.test(await alerts(page)), true);
    assert.equal((await runOf(page)).config.pairs.pairs.length, 4);
    await give('a\tb\nc -> d\ne → f → g');
    await eventually(async () => /Line 3, .*more than one/.test(await alerts(page)), true);
    await give('red → rouge\nblue\tbleu\ngreen → vert');
    await eventually(async () => (await runOf(page)).config.pairs.pairs.length, 3);
    assert.equal(await alerts(page), '');
    const { evaluation, answers } = await train(page);
    assert.equal(evaluation.sentences, 1);
    assert.deepEqual(
      answers.map(({ written }) => written.join(' ')),
      ['rouge', 'bleu', 'vert'],
    );
  }));

test('settings that cannot be are said, and nothing is lost', () =>
  withTask('four-pairs', async (page) => {
    await makeUpdates(page, 5);
    await openSettings(page);
    const before = (await runOf(page)).config;
    for (const [name, text, said] of [
      ['layers', '9', /Layers: “9” cannot be used.*1 to 4/],
      ['dModel', '15', /heads must share d_model evenly/],
      ['lr', 'fast', /Rate: “fast” is not a number/],
      ['lr', '-1', /the rate/],
    ]) {
      await setField(page, name, text);
      await eventually(async () => said.test(await alerts(page)), true, String(said));
      assert.deepEqual((await runOf(page)).config, before);
      assert.equal((await runOf(page)).update, 5);
    }
    await setField(page, 'lr', '0.02');
    await eventually(async () => (await runOf(page)).config.trainer.lr, 0.02);
    assert.equal((await runOf(page)).update, 5, 'another optimiser goes on');
    await setField(page, 'layers', '2');
    await eventually(async () => (await runOf(page)).config.model.layers, 2);
    assert.equal((await runOf(page)).update, 0, 'another model starts anew');
  }));

test('numbers that leave their range stop the run, and it goes back to a kept moment', () =>
  withTask('four-pairs', async (page) => {
    await makeUpdates(page, 4);
    await openSettings(page);
    await setField(page, 'lr', '1e4');
    await eventually(async () => (await runOf(page)).config.trainer.lr, 1e4);
    const { problem, update } = await makeUpdates(page, 50);
    assert.equal(problem.code, 'not_finite');
    assert.match(await alerts(page), /In update \d+ the numbers left their range.*nothing is lost/);
    assert.ok(update < 54);
    await inside(page, '.problem .back').click();
    await eventually(async () => (await runOf(page)).problem, undefined);
    await setField(page, 'lr', '0.01');
    await eventually(async () => (await runOf(page)).config.trainer.lr, 0.01);
  }));

test('a worker that ends is said, and training goes on from the last kept moment', () =>
  withPanel(async (page) => {
    await chooseTask(page, 'four-pairs');
    await makeUpdates(page, 30);
    for (const worker of page.workers()) {
      await worker.evaluate(() => void setTimeout(() => Promise.reject(new Error('gone'))));
      await worker.evaluate(
        () =>
          void setTimeout(() => {
            throw new Error('gone');
          }),
      );
    }
    await eventually(async () => page.workers().length, 0);
    page.problems.length = 0;
    await makeUpdates(page, 30);
    assert.equal((await runOf(page)).problem.code, 'workerLost');
    assert.match(await alerts(page), /last kept moment is still here/);
    await inside(page, '.problem .back').click();
    await eventually(async () => (await runOf(page)).problem, undefined);
    assert.equal((await runOf(page)).update, 30);
    const { losses } = await makeUpdates(page, 30);
    const { model, trainer } = learner('four-pairs');
    assert.deepEqual(losses, [...trainer.step(60).losses]);
    trainer.dispose();
    model.dispose();
  }));

test('memory that ends is said, and training goes on from the last kept moment with what fits', () =>
  withTask('ring', async (page) => {
    await makeUpdates(page, 20);
    for (const worker of page.workers()) {
      await worker.evaluate(() => {
        WebAssembly.Memory.prototype.grow = () => {
          throw new RangeError('the system has no more');
        };
      });
    }
    await openSettings(page);
    const takeBatch = async (size) => {
      await setField(page, 'batchSize', String(size));
      await eventually(async () => (await runOf(page)).config.trainer.batchSize, size);
    };
    await takeBatch(128);
    const { problem, update } = await makeUpdates(page, 20);
    assert.equal(problem.code, 'memory');
    assert.equal(update, 20);
    assert.match(await alerts(page), /not enough memory.*last kept moment is still here/);
    await inside(page, '.problem .back').click();
    await eventually(async () => (await runOf(page)).problem, undefined);
    await takeBatch(32);
    const { losses } = await makeUpdates(page, 20);
    const { model, trainer } = learner('ring');
    assert.deepEqual(losses, [...trainer.step(40).losses]);
    trainer.dispose();
    model.dispose();
  }));

/** The update of the run that the browser keeps. */
const keptUpdate = (page, name = 'training-run') =>
  page.evaluate(
    (name) =>
      new Promise((resolve) => {
        const request = indexedDB.open('attention-playground', 1);
        request.onsuccess = () => {
          const { result } = request;
          if (!result.objectStoreNames.contains('kept')) return resolve(undefined);
          const get = result.transaction('kept').objectStore('kept').get(name);
          get.onsuccess = () => {
            result.close();
            resolve(get.result?.runs[0].snapshot.updates);
          };
        };
      }),
    name,
  );

test('after the tab is closed a run goes on from its last moment', () =>
  withPanel(async (page) => {
    await chooseTask(page, 'four-pairs');
    await makeUpdates(page, 30);
    await eventually(() => keptUpdate(page), 30);
    await page.reload();
    await page.evaluate(() => document.querySelector('training-run').ready);
    const offer = inside(page, '.offer');
    await offer.waitFor();
    assert.match(await offer.innerText(), /Four pairs.*update 30 of 60/);
    // What is trained instead does not take its place.
    await makeUpdates(page, 1);
    await eventually(() => keptUpdate(page), 1);
    await inside(page, '.take').click();
    await eventually(async () => (await runOf(page)).update, 30, 'taken');
    const { losses } = await makeUpdates(page, 30);
    const { model, trainer } = learner('four-pairs');
    assert.deepEqual(losses, [...trainer.step(60).losses]);
    trainer.dispose();
    model.dispose();
  }));

test('runs of two elements on one page are kept side by side', () =>
  site.withPage(
    write(
      ['four-pairs', 'copy']
        .map((task) => `<training-run loading="eager" task="${task}"></training-run>`)
        .join(''),
      { scripts: ['panels/training'] },
    ),
    async (page) => {
      await page.evaluate(async () => {
        for (const [i, { run }] of document.querySelectorAll('training-run').entries()) {
          await run.train(5 + i);
        }
      });
      await eventually(() => keptUpdate(page, 'training-run:four-pairs'), 5);
      await eventually(() => keptUpdate(page, 'training-run:copy'), 6);
      await page.reload();
      await whenReady(page);
      const offers = page.locator('training-run .offer');
      await eventually(
        async () => (await offers.allInnerTexts()).map((text) => /at update \d/.exec(text)?.[0]),
        ['at update 5', 'at update 6'],
      );
    },
  ));

test('a run is saved as a file that goes on, and other files are refused', () =>
  withPanel(async (page) => {
    await chooseTask(page, 'four-pairs');
    await makeUpdates(page, 20);
    const coming = page.waitForEvent('download');
    await inside(page, '.save').click();
    const download = await coming;
    assert.equal(download.suggestedFilename(), 'four-pairs-20.safetensors');
    const folder = mkdtempSync(join(tmpdir(), 'attention-run-'));
    const path = join(folder, download.suggestedFilename());
    await download.saveAs(path);
    await chooseTask(page, 'copy');
    const load = (files) => field(page, 'run').setInputFiles(files);
    const bytes = (text) => ({ name: 'x.safetensors', mimeType: '', buffer: Buffer.from(text) });
    const { model, trainer } = learner('four-pairs');
    trainer.step(20);
    for (const [name, file, said] of [
      ['nothing', bytes(''), /cannot be read as a run/],
      ['a text', bytes('hello, this is no file of tensors at all'), /cannot be read as a run/],
      ['a model', { ...bytes(''), buffer: Buffer.from(model.save()) }, /no settings of a run/],
      [
        'a config beyond all ranges',
        {
          ...bytes(''),
          buffer: Buffer.from(trainer.save({ metadata: { training_run: '{"task":"ring"}' } })),
        },
        /no settings of a run/,
      ],
    ]) {
      await load(file);
      await eventually(
        async () => said.test(await inside(page, '.saved [role=alert]').innerText()),
        true,
        name,
      );
      assert.equal((await runOf(page)).config.task, 'copy');
    }
    await load(path);
    await eventually(async () => (await runOf(page)).config.task, 'four-pairs', 'loaded');
    assert.equal((await runOf(page)).update, 20);
    const { losses } = await makeUpdates(page, 40);
    assert.deepEqual(losses.slice(20), [...trainer.step(40).losses]);
    trainer.dispose();
    model.dispose();
    rmSync(folder, { recursive: true });
  }));

test('two moments are compared: B − A is the engine’s, with 0 in the middle', () =>
  withTask('four-pairs', async (page) => {
    await train(page);
    await inside(page, '.compare').click();
    const third = inside(page, '.three ap-slice').last();
    await third.waitFor();
    await eventually(() => third.evaluate((slice) => slice.figure !== undefined), true);
    const shown = await third.evaluate((slice) => {
      const [grid] = slice.figure.grids;
      return { path: slice.path, values: [...grid.values], scale: grid.scale };
    });
    assert.equal(shown.path, 'decoder.0.cross_attention.weights');
    assert.equal(shown.scale.low, -shown.scale.high);
    const { model, trainer, settings } = learner('four-pairs');
    const { source, target } = trainingEngine.task('four-pairs').heldOut[0];
    const pass = { source: [source], target: [target] };
    const before = model.trace(pass);
    trainer.step(60);
    const after = model.trace(pass);
    assert.deepEqual(
      await field(page, 'compared').evaluate((list) => [...list.options].map(({ value }) => value)),
      after.steps.map(({ path }) => path),
    );
    const { shape, data } = after.difference(before, shown.path);
    const { head } = await runOf(page);
    const size = shape[2] * shape[3];
    assert.deepEqual(shown.values, [...data.subarray(head * size, (head + 1) * size)]);
    assert.ok(settings);
    for (const each of [before, after, trainer, model]) each.dispose();
  }));

test('an experiment trains two runs that differ in one thing', () =>
  withPanel(async (page) => {
    await inside(page, '[data-experiment=layers]').click();
    const found = inside(page, '.found');
    assert.equal(await found.locator('p').first().isVisible(), false, 'not told before it runs');
    await field(page, 'guess-b').fill('70');
    await inside(page, '.run-pair').click();
    const rows = inside(page, '.both tbody tr');
    await eventually(
      () => rows.first().locator('td').allInnerTexts(),
      ['400', '400'],
      'both are trained',
      60_000,
    );
    await eventually(() => inside(page, '.run-pair').innerText(), 'Run again');
    const right = rows.filter({ hasText: 'Tokens right' }).locator('td');
    const shares = (await right.allInnerTexts()).map(parseFloat);
    assert.ok(shares[0] > 90 && shares[1] < 25, String(shares));
    assert.ok(await found.locator('p').first().isVisible());
    assert.match(await found.innerText(), /all five seeds/);
    const [a, b] = (await right.allInnerTexts()).map((text) => text.trim());
    assert.deepEqual(await inside(page, '.outcome p').allInnerTexts(), [
      `With “two layers” it reached ${a}.`,
      `You guessed 70\u00a0% with “one layer”; it reached ${b}.`,
    ]);
    assert.equal(await inside(page, '.outcome').getAttribute('aria-live'), 'polite');
    const speak = (lang) =>
      page.evaluate((lang) => (document.querySelector('training-run').lang = lang), lang);
    await speak('zh');
    await eventually(
      async () => (await inside(page, '.outcome p').allInnerTexts())[1],
      `“一层”：您猜 70%，实际达到 ${b.replace('\u00a0', '')}。`,
    );
    await speak('en');
    await inside(page, '.run-pair').click();
    assert.equal(await inside(page, '.both').count(), 0, 'what was measured is gone');
    await eventually(() => field(page, 'guess-a').evaluate((one) => one.matches(':focus')), true);
    assert.equal(await field(page, 'guess-b').inputValue(), '');
    await inside(page, '[data-experiment=rate]').click();
    assert.equal(await found.locator('p').first().isVisible(), false, 'nor that of another');
  }));

test('what the two runs of an experiment have become is compared, with moments of both', () =>
  withPanel(async (page) => {
    await inside(page, '[data-experiment=rate]').click();
    await inside(page, '.run-pair').click();
    const rows = inside(page, '.both tbody tr');
    const updates = async () => (await rows.first().locator('td').allInnerTexts()).map(Number);
    const haveBegun = async () => (await updates()).filter((n) => n > 20).length === 2;
    await eventually(haveBegun, true, 'begun', 60_000);
    await inside(page, '.run-pair').click();
    await eventually(() => inside(page, '.run-pair').innerText(), 'Go on', 'paused');
    await inside(page, '.compare-pair').click();
    const [a, b] = await updates();
    const titles = () => inside(page, '.three h3').allInnerTexts();
    const runs = ['A rate too high: rate 0.01', 'A rate too high: rate 0.1'];
    const [nameA, nameB] = runs;
    await eventually(titles, [`A: ${nameA}, update ${a}`, `B: ${nameB}, update ${b}`, 'B − A']);
    const groups = (name) =>
      field(page, name).evaluate((list) =>
        [...list.querySelectorAll('optgroup')].map(({ label }) => label),
      );
    assert.deepEqual(await groups('moment-a'), ['This run', ...runs]);
    assert.deepEqual(await groups('moment-b'), runs, 'those that have learned the same');
    await field(page, 'compared').selectOption('logits');
    await assertDifference(page, 'logits');
    await field(page, 'moment-a').selectOption({ label: 'update 0' });
    await eventually(titles, ['A: update 0', 'B: update 0', 'B − A'], 'another task');
  }));

/** The third matrix is the second minus the first, cell by cell. */
async function assertDifference(page, path) {
  const slices = inside(page, '.three ap-slice');
  const shown = () =>
    slices.evaluateAll((all) => all.map(({ figure }) => figure?.grids[0].step.path));
  await eventually(shown, [path, path, path]);
  const [a, b, difference] = await slices.evaluateAll((all) =>
    all.map(({ figure }) => [...figure.grids[0].values]),
  );
  assert.deepEqual(
    difference,
    b.map((value, i) => Math.fround(value - a[i])),
  );
}

test('where the browser keeps nothing, the page says so and goes on', () =>
  withPanel(
    async (page) => {
      await chooseTask(page, 'four-pairs');
      await makeUpdates(page, 5);
      await eventually(
        async () => /keeps nothing for this page/.test(await inside(page, '.saved').innerText()),
        true,
      );
      assert.equal((await makeUpdates(page, 5)).update, 10);
    },
    {
      prepare: (page) =>
        page.addInitScript(() => {
          Object.defineProperty(globalThis, 'indexedDB', {
            get() {
              throw new DOMException('denied', 'SecurityError');
            },
          });
        }),
    },
  ));

test('the trained model is kept for other pages, in halves, and translates there, too', () =>
  withPanel(async (page) => {
    await chooseTask(page, 'four-pairs');
    await train(page);
    await inside(page, '[data-page=transformer]').click();
    await page.waitForURL(/\/transformer#v=1&.*parameters=own/);
    await whenReady(page);
    const shown = await page.evaluate(() => {
      const { store } = document.querySelector('attention-playground');
      return [store.state.parameters, store.tokens.memory[0].join(' '), store.problem ?? ''];
    });
    assert.deepEqual(shown, ['own', 'I am a student', '']);
    assert.equal(await page.locator('ap-learned .answer b').innerText(), '我 是 一 个 学 生');
    const bytes = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const request = indexedDB.open('attention-playground', 1);
          request.onsuccess = () => {
            const get = request.result.transaction('kept').objectStore('kept').get('own-model');
            get.onsuccess = () => resolve([...get.result]);
          };
        }),
    );
    const model = trainingEngine.transformer({ parameters: Uint8Array.from(bytes) });
    const written = [];
    const source = ['Good', 'morning'];
    for await (const { token } of model.generate({ source, trace: false })) written.push(token);
    assert.deepEqual(written, ['早', '上', '好', '<eos>']);
    model.dispose();
  }));

test('the trained model is opened in generation, which writes the translation token by token', () =>
  withPanel(async (page) => {
    await chooseTask(page, 'four-pairs');
    await train(page);
    await inside(page, '[data-page=generation]').click();
    await page.waitForURL(/\/explore\/generate#parameters=own&/);
    const generation = page.locator('token-generation');
    await generation.locator('[name=parameters]').waitFor();
    assert.equal(await generation.locator('[name=parameters]').inputValue(), 'own');
    assert.equal(await generation.locator('[name=source]').inputValue(), 'I am a student');
    const expected = ['我', '是', '一', '个', '学', '生', '<eos>'];
    const chips = generation.locator('.chip');
    for (let count = 1; count < expected.length; count += 1) {
      await eventually(() => chips.count(), count);
      await generation.locator('.next').click();
    }
    await eventually(() => chips.allInnerTexts(), expected);
    assert.ok(await generation.locator('.next').isDisabled());
  }));

test('two runs of one task are compared, each at a moment of its own', () =>
  withTask('four-pairs', async (page) => {
    await makeUpdates(page, 20);
    await openSettings(page);
    await setField(page, 'seed', '3');
    await eventually(async () => (await runOf(page)).config.seed, 3);
    await inside(page, '.compare').click();
    const moments = field(page, 'moment-a').locator('optgroup');
    assert.equal(await moments.nth(1).getAttribute('label'), 'The run before it');
    const last = moments.nth(1).locator('option').last();
    await field(page, 'moment-a').selectOption(await last.getAttribute('value'));
    await eventually(
      async () => (await inside(page, '.three h3').first().innerText()).trim(),
      'A: The run before it, update 20',
    );
  }));
