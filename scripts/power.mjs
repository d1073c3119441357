// npm run power [-- [--all] [NUMBER …]]: how many of the faults of tests/power/faults.mjs the tests find. Puts one after another
// into a copy of the committed tree, and runs `npm test` there until the first script fails; with --all what has been
// missed is tried with all tests. Takes an hour or more; results are kept by their inputs, so that only what a fault concerns runs.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure, ask, main, mustRun, root, run } from './lib/run.mjs';
import { outcomes } from './lib/wireit.mjs';
import { setup } from './setup.mjs';
import { reportFile } from './test/report.mjs';
import { faults } from '../tests/power/faults.mjs';

const copy = join(root, 'build/power');
const log = join(copy, 'wireit.log');

/** Runs a script in the copy until something fails: what, and which of its tests; undefined if nothing does. */
async function failedIn(script) {
  rmSync(log, { force: true });
  const env = {
    CI: 'false',
    WIREIT_CACHE: 'local',
    WIREIT_FAILURES: 'kill',
    WIREIT_PARALLEL: String(availableParallelism() + 1),
    WIREIT_DEBUG_LOG_FILE: log,
  };
  const { code, output } = await run('npm', ['run', script], { cwd: copy, env, quiet: true });
  writeFileSync(join(copy, 'last.log'), output);
  if (code === 0) return undefined;
  const [failed] = [...outcomes(readFileSync(log, 'utf8'))].find(([, how]) => how === 'failed') ?? [
    'wireit',
  ];
  return `${failed}${testOf(failed)}`;
}

/** The first failed test of a script, if it left a report of this run. */
function testOf(script) {
  const report = join(copy, reportFile(script));
  if (!existsSync(report)) return '';
  const [first] = JSON.parse(readFileSync(report, 'utf8')).failures;
  return first ? `, “${first.name}”` : '';
}

/** Formats a file of the copy, as an editor does when it saves: a line that is too long is no find. */
const format = (file) =>
  mustRun(
    ...(/\.[ch]pp$/.test(file)
      ? ['clang-format', ['-i', file]]
      : ['npx', ['prettier', '--write', file]]),
    { cwd: copy, quiet: true },
  );

/** Puts a fault into the copy, and takes it out again after `body`. */
async function withFault({ file, was, is }, body) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(was).length !== 2) throw new Failure(`${file} has “${was}” not once`);
  writeFileSync(
    path,
    text.replace(was, () => is),
  );
  await format(file);
  try {
    return await body();
  } finally {
    writeFileSync(path, text);
  }
}

/** The copy stays, so that the next time only what has changed is built. */
async function makeCopy() {
  if (existsSync(copy)) {
    const head = ask('git', ['-C', root, 'rev-parse', 'HEAD']);
    await mustRun('git', ['checkout', '--force', '--detach', head], { cwd: copy, quiet: true });
  } else {
    await mustRun('git', ['worktree', 'prune'], { quiet: true });
    await mustRun('git', ['worktree', 'add', '--detach', copy, 'HEAD'], { quiet: true });
  }
  await linkPackages();
  // It looks for the faults' lines, and would find every fault.
  rmSync(join(copy, 'tests/node/tools/power.slow.test.mjs'), { force: true });
}

async function linkPackages() {
  for (const folder of ['node_modules', 'tests/hosts/node_modules']) {
    rmSync(join(copy, folder), { recursive: true, force: true });
    // Hard links: what is imported through a symbolic one would lie outside of the copy.
    if (existsSync(join(root, folder)))
      await mustRun('cp', ['-al', join(root, folder), join(copy, folder)], { quiet: true });
  }
}

await main(async () => {
  const words = process.argv.slice(2);
  const all = words.includes('--all');
  const numbers = words.filter((word) => /^\d+$/.test(word)).map(Number);
  await setup({ forTests: true, forHosts: all });
  await makeCopy();
  const atFirst = await failedIn('test:change');
  if (atFirst) throw new Failure(`Without a fault, ${atFirst} fails: see ${copy}/last.log`);
  const missed = [];
  for (const [i, fault] of faults.entries()) {
    if (numbers.length > 0 && !numbers.includes(i + 1)) continue;
    const start = performance.now();
    const found = await withFault(fault, () => failedIn('test:change'));
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`${i + 1}. ${fault.room}: ${found ?? 'MISSED'} (${seconds} s): ${fault.what}`);
    if (!found) missed.push([i + 1, fault]);
  }
  console.log(`\n${missed.length} missed by npm test`);
  if (!all) return;
  for (const [number, fault] of missed) {
    const found = await withFault(fault, () => failedIn('test:everything'));
    console.log(`${number}. ${fault.room}: ${found ?? 'MISSED by all'}`);
  }
});
