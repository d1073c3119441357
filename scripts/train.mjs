// npm run train [-- [--check | --files] [TASK …]]: makes the models of the tasks from fixed seeds, natively, and writes a log of
// each: losses on the way, what is held out, where heads look, for every seed that was tried. The chosen seed's models
// that are shipped go to models/, with a card of what each does. --check makes the chosen ones again, and compares every number
// and every file; --files writes only the files and cards of the seeds that the logs choose.
//   --seeds=N   so many, from 0, instead of those that the task says

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Failure, main, mustRun, root } from './lib/run.mjs';
import { built } from './test/cpp.mjs';
import {
  chosenOf,
  looksOf,
  readCards,
  readLog,
  scoreOf,
  shares,
  writeTable,
} from './train/logs.mjs';
import { cardsFile, fileOf, folder, logOf, modelsOf, shipped, tasks } from './train/tasks.mjs';

/** Set by the build. */
let program;

const call = async (...words) =>
  JSON.parse(await mustRun(program, words.map(String), { quiet: true }));

/** What a log has of a run, and what two are compared by: not how long it took, nor what follows from the loss. */
function logged({
  seed,
  parameters,
  updates,
  losses,
  heldOut: { perplexity: _, ...heldOut },
  hash,
}) {
  return { seed, parameters, updates, losses, heldOut, hash };
}

/** Results of all seeds, in their order, as many at a time as there are processors. */
async function trainAll(task, count) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const seed = next++;
      results[seed] = await call(task, seed);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** Makes the files that are shipped of a task, as `fileFor` names them, and returns their cards by name. */
async function makeModels(task, seed, fileFor) {
  const cards = {};
  for (const [model, updates] of modelsOf(task)) {
    const file = fileFor(model);
    const made = await call(task, seed, file, updates);
    const judged = await call('--judge', task, file);
    const { parameters, updates: all } = made;
    const bytes = statSync(file).size;
    cards[model] = { task, seed, parameters, updates: updates || all, bytes, ...judged };
  }
  return cards;
}

async function make(task, count) {
  mkdirSync(folder, { recursive: true });
  const results = await trainAll(task, count);
  const chosen = chosenOf(task, results);
  const lines = [{ task, chosen }, ...results.map(logged)];
  writeFileSync(logOf(task), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await ship(task, chosen);
  const held = shares(results.map((each) => scoreOf(task, each)));
  console.log(`${task}: ${held} of ${count} seeds; ${looksOf(results)}`);
}

async function ship(task, seed) {
  const made = { ...readCards(), ...(await makeModels(task, seed, fileOf)) };
  const cards = Object.fromEntries(
    shipped.flatMap((name) => (made[name] ? [[name, made[name]]] : [])),
  );
  writeFileSync(cardsFile, `${JSON.stringify(cards, null, 1)}\n`);
}

async function check(task) {
  const { chosen, seeds } = readLog(task);
  const found = logged(await call(task, chosen));
  const name = `${task}, seed ${chosen}`;
  assert.deepEqual(
    found,
    seeds.find(({ seed }) => seed === chosen),
  );
  const again = join(root, 'build/models');
  mkdirSync(again, { recursive: true });
  const fileAgain = (model) => join(again, basename(fileOf(model)));
  const cards = await makeModels(task, chosen, fileAgain);
  for (const [model, card] of Object.entries(cards)) {
    assert.deepEqual(card, readCards()[model]);
    const isSame = readFileSync(fileAgain(model)).equals(readFileSync(fileOf(model)));
    assert.ok(isSame, `${name}: another file of ${model}`);
  }
  console.log(`${name} made again, every number is equal (hash ${found.hash})`);
}

await main(async () => {
  const flag = { type: 'boolean' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: flag, files: flag, seeds: { type: 'string' } },
  });
  const unknown = positionals.filter((task) => !Object.hasOwn(tasks, task));
  if (unknown.length > 0) {
    throw new Failure(`no task: ${unknown.join(', ')}; there are ${Object.keys(tasks).join(', ')}`);
  }
  if (!/^[1-9]\d{0,3}$/.test(values.seeds ?? '1')) throw new Failure('--seeds=1 to 9999');
  [program] = await built({ preset: 'native', target: 'train' });
  for (const task of positionals.length > 0 ? positionals : Object.keys(tasks)) {
    if (values.check) await check(task);
    else if (values.files) await ship(task, readLog(task).chosen);
    else await make(task, Number(values.seeds ?? tasks[task].seeds));
  }
  if (!values.check) await writeTable();
});
