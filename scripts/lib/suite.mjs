// Runs stages, each in its own process, and prints their counts at the end.

import { fork } from 'node:child_process';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { add, closing, none, sentence } from './counts.mjs';
import { Failure, root, toolEnvironment } from './run.mjs';
import { schedule } from './schedule.mjs';

/** The stages that `--only=one,two` names; all of them without it. */
export function wantedStages(stages, words = process.argv.slice(2)) {
  const option = words.find((argument) => argument.startsWith('--only='));
  if (!option) return stages;
  const names = option.slice('--only='.length).split(',');
  const unknown = names.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    const known = stages.map((stage) => stage.name).join(', ');
    throw new Failure(`No stage ${unknown.join(', ')}. There are: ${known}`);
  }
  return stages.filter((stage) => names.includes(stage.name));
}

/** What a stage may take before it counts as hung, on any machine. */
const LIMIT_MS = 40 * 60_000;

/** The stages' processes; each leads a group, to which the programs that it starts belong. */
const running = new Set();

/** Ends a stage and all that it has started. */
function end({ pid }) {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The group has ended by itself.
  }
}

process.on('exit', () => running.forEach(end));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

/** The captured output of a forked process, and the counts that it sends. */
function follow(child) {
  return new Promise((done) => {
    const output = [];
    let counts;
    let hangs = false;
    running.add(child);
    const limit = setTimeout(() => {
      hangs = true;
      output.push(Buffer.from(`Not finished after ${LIMIT_MS / 60_000} minutes.\n`));
      end(child);
    }, LIMIT_MS);
    child.on('message', (message) => (counts = message.counts));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => output.push(chunk));
    }
    child.on('error', (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.on('close', () => {
      clearTimeout(limit);
      running.delete(child);
      // One that had told its counts may still have left something open.
      done({ output: Buffer.concat(output), counts: hangs ? undefined : counts });
    });
  });
}

/** Shows a stage's output as it runs, or, if another runs beside it, at its end. */
async function runStage(stage, { beside }) {
  console.log(`${beside ? '▷' : '\n──'} ${stage.name}: ${stage.about}`);
  const start = performance.now();
  const child = fork(join(root, 'scripts/lib/stage.mjs'), [stage.name], {
    cwd: root,
    env: toolEnvironment(),
    detached: true,
    stdio: beside ? ['ignore', 'pipe', 'pipe', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // A compiler gets the time that others leave, so that pages under test do not wait for it.
  if (stage.background) setPriority(child.pid, 10);
  const { output, counts = { ...none, failed: 1 } } = await follow(child);
  const seconds = (performance.now() - start) / 1000;
  if (beside) console.log(`\n── ${stage.name}: ${sentence(counts)} in ${seconds.toFixed(1)} s`);
  process.stdout.write(output);
  return { name: stage.name, counts, seconds };
}

function summary(results, left, seconds) {
  console.log('\n── summary');
  const line = (name, time, words) =>
    console.log(`${name.padEnd(10)} ${time.padStart(9)}   ${words}`);
  for (const { name, counts, seconds: own } of results) {
    line(name, `${own.toFixed(1)} s`, sentence(counts).replaceAll(',', ' ·'));
  }
  for (const { name } of left) line(name, '', 'not run');
  line('in all', `${seconds.toFixed(1)} s`, '');
}

/** Runs stages two at a time, or more with enough cores; the last line counts the passed and failed tests. */
export async function runSuite(stages) {
  const start = performance.now();
  const lanes = Math.max(2, Math.floor(availableParallelism() / 2));
  const { results, left } = await schedule(stages, runStage, { lanes });
  summary(results, left, (performance.now() - start) / 1000);
  const total = results.map(({ counts }) => counts).reduce(add, none);
  console.log(`\n${closing(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
