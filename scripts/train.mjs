// npm run train [-- TASK … | --check [TASK …]]: makes the models of the tasks from fixed seeds, natively, and writes a log of
// each: losses on the way, what is held out, where heads look, for every seed that was tried. The model of the chosen seed
// goes to build/models. --check makes the chosen ones again, and compares every number.
//   --seeds=N   so many, from 0; 4 unless the task says otherwise

import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
const modelOf = (task, seed) => join(models, `${task}-${seed}.safetensors`);
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
      results[seed] = await train(task, seed, [modelOf(task, seed)]);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}

/** Of walks, in which each answer stands for itself: judged by these, not by whole sentences. */
const judgedByAnswers = ['ring'];
/** How right a seed's model is: texts that it draws, answers, or whole sentences. */
const scoreOf = (task, { heldOut: { judged, sentences, labels } }) =>
  judged ?? (judgedByAnswers.includes(task) ? labels : sentences);
const pointsOf = ({ heldOut }) => Math.max(0, ...heldOut.heads.map(({ points }) => points));

/** The seed with the best results on what is held out; of equal ones, that whose best head looks best. */
function chosenOf(task, results) {
  const score = (result) => scoreOf(task, result);
  const better = (a, b) => score(b) - score(a) || pointsOf(b) - pointsOf(a) || a.seed - b.seed;
  return [...results].sort(better)[0].seed;
}

const shares = (numbers) => {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)].map((n) => n.toFixed(3));
  return least === most ? least : `${least}–${most}`;
};

/** Of each kind of look the best head of each seed. */
function looksOf(results) {
  const looks = new Map();
  for (const { heldOut } of results) {
    const best = new Map();
    for (const { name, points } of heldOut.heads)
      best.set(name, Math.max(points, best.get(name) ?? 0));
    for (const [name, points] of best) looks.set(name, [...(looks.get(name) ?? []), points]);
  }
  return [...looks].map(([name, points]) => `${name} ${shares(points)}`).join(', ');
}

function summary(task, results) {
  const seconds = Math.max(...results.map((each) => each.seconds)).toFixed(1);
  const all = `${results.length} seeds, at most ${seconds} s each`;
  return [`${task}: ${shares(results.map((each) => scoreOf(task, each)))}`, looksOf(results), all]
    .filter(Boolean)
    .join('; ');
}

function readLog(task) {
  const lines = readFileSync(logOf(task), 'utf8').trim().split('\n');
  const [{ chosen }, ...seeds] = lines.map((line) => JSON.parse(line));
  return { chosen, seeds };
}

/** models/README.md, from the logs. */
async function writeTable() {
  const rows = Object.keys(seedsOf)
    .filter((task) => existsSync(logOf(task)))
    .map((task) => {
      const { chosen, seeds } = readLog(task);
      const [{ parameters, updates }] = seeds;
      const right = shares(seeds.map((each) => scoreOf(task, each)));
      return [task, parameters, updates, seeds.length, right, looksOf(seeds), chosen];
    });
  const head = ['task', 'parameters', 'updates', 'seeds', 'held out', 'where heads look', 'chosen'];
  const text = `# Models of the tasks

Made by \`npm run train\`, which also writes this table. _Held out_ is the share of sentences that are wholly right, among
examples that no training saw (four pairs: those of training); of the ring, of labels; of verse, of rhymes in 200 texts that the
model draws. _Where heads look_ is the share of answers whose row of weights is largest where the task says that the answer comes
from, of each seed's best head, or of the mean of all heads. Both from the worst to the best seed. The logs beside this file have
every seed: its losses, all heads, and a hash of the parameters' bits.

${[head, head.map(() => '-'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')}
`;
  const path = join(logs, 'README.md');
  const { format, resolveConfig } = await import('prettier');
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

async function make(task, count) {
  mkdirSync(models, { recursive: true });
  mkdirSync(logs, { recursive: true });
  const results = await trainAll(task, count);
  const chosen = chosenOf(task, results);
  copyFileSync(modelOf(task, chosen), join(models, `${task}.safetensors`));
  const lines = [{ task, chosen }, ...results.map(withoutTime)];
  writeFileSync(logOf(task), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  console.log(summary(task, results));
}

async function check(task) {
  const { chosen, seeds } = readLog(task);
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
  if (!words.includes('--check')) await writeTable();
});
