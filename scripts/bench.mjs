// npm run bench: ours against other engines, one thread each, in one run.
//   --quick            fewer and shorter turns
//   --only=TEXT        rows whose name or shape holds TEXT; several by commas
//   --browser          in Chromium instead of Node
//   --json             the results as JSON on standard output, the table on standard error
//   --assert           exit code 1 where a floor is missed
//   --save             writes tests/bench/results/latest.json, which the site's page shows
//   --growth           instead: time and memory by length, and their figures

import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ask, Failure, main, mustRun, root } from './lib/run.mjs';
import { setup } from './setup.mjs';

const folder = join(root, 'tests/bench');
const latest = join(folder, 'results/latest.json');
const known = ['quick', 'only', 'browser', 'json', 'assert', 'save', 'growth'];

function readOptions() {
  const options = {};
  for (const argument of process.argv.slice(2)) {
    const [, name, value] = argument.match(/^--([a-z]+)(?:=(.*))?$/) ?? [];
    if (!known.includes(name)) {
      throw new Failure(`No option ${argument}. There are: --${known.join(', --')}`);
    }
    options[name] = value ?? true;
  }
  return options;
}

async function installPeers() {
  const installed = join(folder, 'node_modules/.package-lock.json');
  const lock = join(folder, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  console.error('Installing the peers into tests/bench');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await mustRun('npm', ['ci', ...options], { cwd: folder, quiet: true });
}

async function buildOurs() {
  if (existsSync(join(root, 'dist/index.js'))) return;
  await mustRun('npm', ['run', 'build'], { quiet: true });
}

function save(run, platform) {
  const all = existsSync(latest) ? JSON.parse(readFileSync(latest, 'utf8')) : {};
  mkdirSync(dirname(latest), { recursive: true });
  writeFileSync(latest, `${JSON.stringify({ ...all, [platform]: run }, null, 2)}\n`);
}

function describe(run) {
  const commit = ask('git', ['-C', root, 'rev-parse', '--short', 'HEAD']);
  return { date: new Date().toISOString().slice(0, 10), commit, ...run };
}

async function compare(options) {
  const { missedFloors } = await import('../tests/bench/measure.mjs');
  const { table } = await import('../tests/bench/table.mjs');
  const problems = [];
  const settings = {
    only: options.only,
    short: Boolean(options.quick),
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
  if (options.save) save(run, options.browser ? 'browser' : 'node');
  const missed = run.results.some((record) => missedFloors(record).length > 0);
  if (options.assert && missed) process.exitCode = 1;
}

await main(async () => {
  const options = readOptions();
  await setup({ forTests: Boolean(options.browser) });
  await installPeers();
  await buildOurs();
  if (options.growth) await (await import('../tests/bench/growth.mjs')).growth();
  else await compare(options);
});
