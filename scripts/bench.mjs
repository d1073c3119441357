// npm run bench: our kernels against other engines, one thread each, in one run.
//   --quick            fewer and shorter turns
//   --only=TEXT        rows whose name or shape contains TEXT; several separated by commas
//   --browser          in Chromium instead of Node
//   --json             the results as JSON on standard output, the table on standard error; `npm run -s` suppresses
//                      npm's own lines
//   --assert           exit code 1 if a floor is missed
//   --save             writes tests/bench/results/latest.json, which the site's page shows
//   --growth           instead: time and memory by length, and their figures
//   --generate         instead: one generated token with and without its cache; needs no peers
//   --train            instead: whole updates against Debian's PyTorch, if it is installed, jax-js and TensorFlow.js
//   --memory           instead: what an update holds with gradient checkpointing and mixed precision; needs no peers

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, Failure, main, mustRun, root } from './lib/run.mjs';
import { installNodeModules } from './setup.mjs';

const flags = [
  'quick',
  'browser',
  'json',
  'assert',
  'save',
  'growth',
  'generate',
  'train',
  'memory',
];

function readOptions() {
  const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }]));
  const { values } = parseArgs({ options: { ...options, only: { type: 'string' } } });
  if (values.save && (values.only || values.quick)) {
    throw new Failure('--save keeps whole, thorough runs: without --only and --quick');
  }
  return values;
}

async function buildOurs() {
  if (existsSync(join(root, 'dist/index.js'))) return;
  await mustRun('npm', ['run', 'build'], { quiet: true });
}

function describe(run) {
  const commit = ask('git', ['-C', root, 'rev-parse', '--short', 'HEAD']);
  return { date: new Date().toISOString().slice(0, 10), commit, ...run };
}

/** Keeps the last run of each platform. */
async function save(run, platform) {
  const { readResults, writeResults } = await import('../tests/bench/results.mjs');
  await writeResults('latest', { ...readResults('latest'), [platform]: run });
}

async function compare(options) {
  const { missedFloors } = await import('../tests/bench/measure.mjs');
  const { chosen } = await import('../tests/bench/suite.mjs');
  const { table } = await import('../tests/bench/table.mjs');
  if (chosen(options.only).length === 0) throw new Failure(`No row holds "${options.only}"`);
  const problems = [];
  const settings = {
    only: options.only,
    short: options.quick ?? false,
    onRecord: ({ work, shape }) => console.error(`  ${work} ${shape}`),
    onProblem(problem) {
      console.error(`  ✗ ${problem}`);
      problems.push(problem);
    },
  };
  const run = describe(
    options.browser
      ? await (await import('../tests/bench/browser.mjs')).runInBrowser(settings)
      : await (await import('../tests/bench/node.mjs')).runInNode(settings),
  );
  if (options.json) console.log(JSON.stringify(run.results, null, 2));
  (options.json ? console.error : console.log)(`\n${table(run)}`);
  if (problems.length > 0) throw new Failure(`${problems.length} rows failed`);
  if (options.save) await save(run, options.browser ? 'browser' : 'node');
  const missed = run.results.some((record) => missedFloors(record).length > 0);
  if (options.assert && missed) process.exitCode = 1;
}

await main(async () => {
  const options = readOptions();
  await buildOurs();
  if (options.generate) return (await import('../tests/bench/generation.mjs')).generation();
  if (options.memory) return (await import('../tests/bench/training-memory.mjs')).trainingMemory();
  await installNodeModules('tests/bench');
  if (options.train) return (await import('../tests/bench/training.mjs')).training();
  if (options.growth) await (await import('../tests/bench/growth.mjs')).growth();
  else await compare(options);
});
