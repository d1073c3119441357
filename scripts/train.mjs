// npm run train [-- TASK … | --check [TASK …]]: makes the models of the tasks from fixed seeds, natively, and writes a log of
// each: losses on the way, what is held out, where heads look, for every seed that was tried. The model of the chosen seed
// goes to build/models. --check makes the chosen ones again, and compares every number.
//   --seeds=N   so many, from 0; 4 unless the task says otherwise

import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildNative } from './lib/native.mjs';
import { Failure, main, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const seedsOf = {
  'four-pairs': 20,
  phrases: 20,
  referent: 8,
  'referent-emergent': 8,
  translation: 8,
  'translation-textbook': 8,
  numbers: 4,
  ring: 8,
  reverse: 8,
  copy: 4,
  sort: 4,
  'verse-en': 4,
  'verse-zh': 4,
};
const logs = join(root, 'models');
const logOf = (task) => join(logs, `${task}.jsonl`);
const models = join(root, 'build/models');
const run = promisify(execFile);
/** Set by the build. */
let program;

/** What is compared between two runs: everything but how long they took. */
const withoutTime = ({ seconds: _, ...rest }) => rest;

async function train(task, seed, file = []) {
  const { stdout } = await run(program, [task, String(seed), ...file]);
  return JSON.parse(stdout);
}

/** Results of all seeds, in their order, as many at a time as there are processors. */
async function trainAll(task, count) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const seed = next++;
      results[seed] = await train(task, seed);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** How right a seed's model is: texts that it draws, whole sentences, or where a sentence has many answers, each of them. */
const scoreOf = ({ heldOut: { judged, sentences, labels, answers } }) =>
  judged ?? (answers > 15 ? labels : sentences);
const pointsOf = ({ heldOut }) => Math.max(0, ...heldOut.heads.map(({ points }) => points));

/** The seed with the best results on what is held out; of equal ones, that whose best head looks best. */
function chosenOf(results) {
  const better = (a, b) => scoreOf(b) - scoreOf(a) || pointsOf(b) - pointsOf(a) || a.seed - b.seed;
  return [...results].sort(better)[0].seed;
}

const shares = (numbers) =>
  `${Math.min(...numbers).toFixed(3)} … ${Math.max(...numbers).toFixed(3)}`;

function summary(task, results) {
  const heads = new Map();
  for (const { heldOut } of results) {
    const best = new Map();
    for (const { name, points } of heldOut.heads)
      best.set(name, Math.max(points, best.get(name) ?? 0));
    for (const [name, points] of best) heads.set(name, [...(heads.get(name) ?? []), points]);
  }
  const looks = [...heads].map(([name, points]) => `${name} ${shares(points)}`).join(', ');
  const seconds = Math.max(...results.map((each) => each.seconds)).toFixed(1);
  const all = `${results.length} seeds, at most ${seconds} s`;
  return `${task}: held out ${shares(results.map(scoreOf))}; ${looks}; ${all}`;
}

async function make(task, count) {
  const results = await trainAll(task, count);
  const chosen = chosenOf(results);
  mkdirSync(models, { recursive: true });
  mkdirSync(logs, { recursive: true });
  await train(task, chosen, [join(models, `${task}.safetensors`)]);
  const lines = [{ task, chosen }, ...results.map(withoutTime)];
  writeFileSync(logOf(task), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(summary(task, results));
}

async function check(task) {
  const lines = readFileSync(logOf(task), 'utf8').trim().split('\n');
  const [{ chosen }, ...seeds] = lines.map((line) => JSON.parse(line));
  const expected = seeds.find(({ seed }) => seed === chosen);
  const found = withoutTime(await train(task, chosen));
  for (const [name, value] of Object.entries(expected)) {
    if (JSON.stringify(found[name]) === JSON.stringify(value)) continue;
    throw new Failure(
      `${task}, seed ${chosen}: ${name} is ${JSON.stringify(found[name])} instead of ${JSON.stringify(value)}`,
    );
  }
  console.log(`${task}: seed ${chosen} made again, every number is equal (hash ${found.hash})`);
}

await main(async () => {
  const words = process.argv.slice(2);
  const tasks = words.filter((word) => !word.startsWith('--'));
  const unknown = tasks.filter((task) => !Object.hasOwn(seedsOf, task));
  if (unknown.length > 0) {
    throw new Failure(
      `no task: ${unknown.join(', ')}; there are ${Object.keys(seedsOf).join(', ')}`,
    );
  }
  const seeds = words.find((word) => word.startsWith('--seeds='))?.slice('--seeds='.length);
  if (seeds !== undefined && !/^[1-9]\d{0,3}$/.test(seeds)) throw new Failure('--seeds=1 to 9999');
  await setup({ forTests: true });
  program = await buildNative('native', 'train');
  for (const task of tasks.length > 0 ? tasks : Object.keys(seedsOf)) {
    if (words.includes('--check')) await check(task);
    else await make(task, Number(seeds ?? seedsOf[task]));
  }
});
