// npm run power [-- [--all] [NUMBER …]]: how many of the faults of tests/power/faults.mjs the tests find. Puts one after another
// into a copy of the committed tree, and runs `npm test` there until the first script fails; with --all what has been
// missed is tried with all tests. Takes an hour or more; results are kept by their inputs, so that only what a fault concerns runs.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Failure, ask, main, mustRun, root, run } from '../../scripts/lib/run.mjs';
import { setup } from '../../scripts/setup.mjs';
import { reportFile } from '../../scripts/test/report.mjs';
import { faults } from './faults.mjs';

const copy = join(root, 'build/power');

/** Runs a script in the copy until something fails: what, and which of its tests; undefined if nothing does. */
async function failedIn(script) {
  const env = {
    CI: 'false',
    WIREIT_CACHE: 'local',
    WIREIT_FAILURES: 'kill',
    WIREIT_PARALLEL: String(availableParallelism() + 1),
  };
  const { code, output } = await run('npm', ['run', script], { cwd: copy, env, quiet: true });
  writeFileSync(join(copy, 'last.log'), output);
  if (code === 0) return undefined;
  const failed = /❌ \[([^\]]+)\]/.exec(output)?.[1] ?? 'wireit';
  const report = join(copy, reportFile(failed));
  const [first] = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')).failures : [];
  return first ? `${failed}, “${first.name}”` : failed;
}

/** Puts a fault into the copy, formatted as an editor does when it saves, and takes it out again after `body`. */
async function withFault({ file, was, is }, body) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const parts = text.split(was);
  if (parts.length !== 2) throw new Failure(`${file} has “${was}” not once`);
  writeFileSync(path, parts.join(is));
  const [command, ...words] = /\.[ch]pp$/.test(file)
    ? ['clang-format', '-i']
    : ['npx', 'prettier', '--write'];
  await mustRun(command, [...words, file], { cwd: copy, quiet: true });
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
  for (const folder of ['node_modules', 'tests/hosts/node_modules']) {
    rmSync(join(copy, folder), { recursive: true, force: true });
    // Hard links: what is imported through a symbolic one would lie outside of the copy.
    if (existsSync(join(root, folder)))
      await mustRun('cp', ['-al', join(root, folder), join(copy, folder)], { quiet: true });
  }
  // It looks for the faults' lines, and would find every fault.
  rmSync(join(copy, 'tests/node/tools/power.slow.test.mjs'), { force: true });
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
