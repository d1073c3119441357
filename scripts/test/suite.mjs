// All tests of a script: runs those that have to run, and ends with what failed, how to repeat it, and the counts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { readGraph, runScript, scriptsOf } from '../lib/wireit.mjs';
import { add, close, none, readReport, reportFile, sentence } from './report.mjs';

/** A script's { name, outcome, isTest, counts, failures, seconds }: of its report, or by how it ended. */
function resultOf(name, { output }, outcome) {
  const reports = output?.includes(reportFile(name));
  const isTest = reports || name.startsWith('check:');
  if (reports && outcome !== 'not run' && existsSync(join(root, reportFile(name))))
    return { name, outcome, isTest, ...readReport(name) };
  // A build that fails is a failure too, and a script of tests that left no report has been ended by force.
  const failed = outcome === 'failed';
  // A check without a report is one test.
  const passed = isTest && !reports && !failed && outcome !== 'not run';
  const own = { name, place: 'package.json', message: 'see above', repeat: `npm run ${name}` };
  const counts = { ...none, passed: Number(passed), failed: Number(failed) };
  return { name, outcome, isTest, counts, failures: failed ? [own] : [] };
}

function say({ name, outcome, counts, seconds }) {
  const time = outcome === 'unchanged' ? outcome : seconds ? `${seconds.toFixed(1)} s` : '';
  const words = outcome === 'not run' ? outcome : sentence(counts).replaceAll(',', ' ·');
  console.log(`${name.padEnd(24)} ${time.padStart(10)}   ${words}`);
}

/** Runs a script of package.json with all that it needs. */
export async function runSuite(name) {
  const start = performance.now();
  const { code, ended } = await runScript(name);
  const graph = readGraph();
  const all = [...scriptsOf(name, graph)]
    .filter((script) => graph[script].command)
    .map((script) => resultOf(script, graph[script], ended.get(script) ?? 'not run'));
  console.log('\n── summary');
  all.filter(({ isTest, outcome }) => isTest || outcome === 'failed').forEach(say);
  console.log(`in all ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const total = all.map(({ counts }) => counts).reduce(add, none);
  // A script that wireit could not even begin is counted by nobody.
  if (code !== 0 && total.failed === 0) total.failed = 1;
  close(all, total);
}
