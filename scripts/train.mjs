// npm run train [-- [--check | --files] [TASK …]]: makes the models of the tasks from fixed seeds, natively, and writes a log of
// each: losses on the way, what is held out, where heads look, for every seed that was tried. The chosen seed's models
// that are shipped go to models/, with a card of what each does. --check makes the chosen ones again, and compares every number
// and every file; --files writes only the files and cards of the seeds that the logs choose.
//   --seeds=N   so many, from 0, instead of those that the task says

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Failure, main, root } from './lib/run.mjs';
import { setup } from './setup.mjs';
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

const run = promisify(execFile);
/** Set by the build. */
let program;

/** What a log has of a run, and what two are compared by: not how long it took, nor what follows from the loss. */
function logged({ seconds: _, heldOut: { perplexity: __, ...heldOut }, ...rest }) {
  return Object.fromEntries(
    Object.entries({ ...rest, heldOut }).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
  );
}
const order = ['seed', 'parameters', 'updates', 'losses', 'heldOut', 'hash'];

async function call(...words) {
  const { stdout } = await run(program, words.map(String));
  return JSON.parse(stdout);
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

function summary(task, results) {
  const seconds = Math.max(...results.map((each) => each.seconds)).toFixed(1);
  const all = `${results.length} seeds, at most ${seconds} s each`;
  return [`${task}: ${shares(results.map((each) => scoreOf(task, each)))}`, looksOf(results), all]
    .filter(Boolean)
    .join('; ');
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
  console.log(summary(task, results));
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
  const expected = seeds.find(({ seed }) => seed === chosen);
  const found = logged(await call(task, chosen));
  const requireEqual = (name, is, was) => {
    if (is === was) return;
    throw new Failure(`${task}, seed ${chosen}: ${name} is ${is} instead of ${was}`);
  };
  for (const [name, value] of Object.entries(expected))
    requireEqual(name, JSON.stringify(found[name]), JSON.stringify(value));
  const again = join(root, 'build/models');
  mkdirSync(again, { recursive: true });
  const fileAgain = (model) => join(again, basename(fileOf(model)));
  const cards = await makeModels(task, chosen, fileAgain);
  for (const [model, card] of Object.entries(cards)) {
    requireEqual(`the card of ${model}`, JSON.stringify(card), JSON.stringify(readCards()[model]));
    const [is, was] = [fileAgain(model), fileOf(model)].map((path) => readFileSync(path));
    requireEqual(`the file of ${model}`, is.equals(was) ? 'equal' : 'another', 'equal');
  }
  console.log(`${task}: seed ${chosen} made again, every number is equal (hash ${found.hash})`);
}

await main(async () => {
  const words = process.argv.slice(2);
  const wanted = words.filter((word) => !word.startsWith('--'));
  const unknown = wanted.filter((task) => !Object.hasOwn(tasks, task));
  if (unknown.length > 0) {
    throw new Failure(`no task: ${unknown.join(', ')}; there are ${Object.keys(tasks).join(', ')}`);
  }
  const seeds = words.find((word) => word.startsWith('--seeds='))?.slice('--seeds='.length);
  if (seeds !== undefined && !/^[1-9]\d{0,3}$/.test(seeds)) throw new Failure('--seeds=1 to 9999');
  await setup({ forTests: true });
  [program] = await built({ preset: 'native', target: 'train' });
  for (const task of wanted.length > 0 ? wanted : Object.keys(tasks)) {
    if (words.includes('--check')) await check(task);
    else if (words.includes('--files')) await ship(task, readLog(task).chosen);
    else await make(task, Number(seeds ?? tasks[task].seeds));
  }
  if (!words.includes('--check')) await writeTable();
});
