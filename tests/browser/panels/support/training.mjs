// The panel on training, and the same runs made in Node.

import { load } from '../../../../dist/index.js';
import { eventually } from '../../support/hands.mjs';
import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('training-run', 'train');
const { tag, inside, field, withPanel } = panel;

/** The engine that trains, here. */
export const trainingEngine = await load({ training: true });

/** The run, as plain data. */
export const runOf = (page) =>
  page.evaluate((tag) => {
    const { run, live } = document.querySelector(tag);
    const { update, training, problem, now, config, curve, moments } = run;
    return {
      update,
      training,
      problem,
      config,
      head: live.state.head,
      evaluation: now?.evaluation,
      answers: now?.answers,
      losses: [...curve.losses],
      moments: moments.all.map((moment) => moment.update),
    };
  }, tag);

/** Waits until the run is at rest. */
export async function atRest(page, patience = 60_000) {
  await eventually(async () => (await runOf(page)).training, false, 'still training', patience);
  return runOf(page);
}

export async function chooseTask(page, task) {
  if ((await runOf(page)).config.task === task) return;
  await field(page, 'task').selectOption(task);
  await eventually(async () => (await runOf(page)).config.task, task, task);
}

/** Presses Train, and waits until the run has all of its updates. */
export async function train(page) {
  await inside(page, 'button.train').click();
  return atRest(page);
}

/** Makes so many updates, as a script would. */
export async function makeUpdates(page, count) {
  await page.evaluate(([tag, count]) => document.querySelector(tag).run.train(count), [tag, count]);
  return runOf(page);
}

/** Goes to a kept moment. */
export async function rewind(page, update) {
  const chip = inside(page, '.moments li button', { exact: true }).filter({
    hasText: new RegExp(`^\\s*${update}\\s*$`),
  });
  await chip.click();
  await eventually(async () => (await runOf(page)).update, update);
}

export const withTask = (task, body, options = {}) =>
  withPanel(async (page) => {
    await chooseTask(page, task);
    await body(page);
  }, options);

/** A task's model and trainer, as the panel makes them. */
export function learner(task, { seed = 0, model: own = {}, ...options } = {}) {
  const { model: settings } = trainingEngine.task(task, { count: 0, heldOut: 0 });
  const model = trainingEngine.transformer({ ...settings, ...own, seed });
  const trainer = trainingEngine.trainer({ model, task, seed, ...options });
  return { model, trainer, settings };
}

/** A model that has learned, beside its settings. */
export async function trained(page) {
  await chooseTask(page, 'four-pairs');
  await train(page);
  await inside(page, '.toggle-settings').click();
}
