// All tests of a script: runs those that have to run, and ends with what failed, how to repeat it, and the counts.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { readGraph, runScript, scriptsOf } from '../lib/wireit.mjs';
import { add, closing, none, sentence } from './counts.mjs';
import { readReport, reportFile } from './report.mjs';

/** [{ name, outcome, counts, failures, seconds }] of scripts, by how they ended and by the reports of those of tests. */
function results(name, ended) {
  const graph = readGraph();
  return [...scriptsOf(name, graph)]
    .filter((script) => graph[script].command)
    .map((script) => {
      const outcome = ended.get(script) ?? 'not run';
      const hasReport = graph[script].output?.includes(reportFile(script));
      const isTest = hasReport || script.startsWith('check:');
      if (hasReport && outcome !== 'not run' && existsSync(join(root, reportFile(script))))
        return { name: script, outcome, isTest, ...readReport(script) };
      // A build that fails is a failure too, and a script of tests that left no report has been ended by force.
      const failed = outcome === 'failed';
      const own = {
        name: script,
        place: 'package.json',
        message: 'see above',
        repeat: `npm run ${script}`,
      };
      // A check without a report is one test.
      const passed = isTest && !hasReport && !failed && outcome !== 'not run';
      const counts = { ...none, passed: Number(passed), failed: Number(failed) };
      return { name: script, outcome, isTest, counts, failures: failed ? [own] : [] };
    });
}

function summary(all) {
  console.log('\n── summary');
  for (const { name, outcome, counts, seconds, isTest } of all) {
    if (!isTest && outcome !== 'failed') continue;
    const time = outcome === 'unchanged' ? outcome : seconds ? `${seconds.toFixed(1)} s` : '';
    const words = outcome === 'not run' ? outcome : sentence(counts).replaceAll(',', ' ·');
    console.log(`${name.padEnd(24)} ${time.padStart(10)}   ${words}`);
  }
}

/** Which tests failed, where, why in a line, and the command that runs each alone. */
export function failureLines(all) {
  return all
    .flatMap(({ failures }) => failures)
    .map(({ name, place, message, repeat }) => `✖ ${name}\n  ${place}: ${message}\n  ${repeat}\n`);
}

/** Runs a script of package.json with all that it needs. */
export async function runSuite(name) {
  const start = performance.now();
  const { code, ended } = await runScript(name);
  const all = results(name, ended);
  summary(all);
  console.log(
    `${'in all'.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1).padStart(8)} s`,
  );
  const total = all.map(({ counts }) => counts).reduce(add, none);
  // A script that wireit could not even begin is counted by nobody.
  if (code !== 0 && total.failed === 0) total.failed = 1;
  const lines = failureLines(all);
  if (lines.length > 0) console.log(`\n${lines.join('\n').trimEnd()}`);
  console.log(`\n${closing(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
