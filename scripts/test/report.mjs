// What a script of tests leaves behind, its counts and which tests failed, and how these are said.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { Failure, root } from '../lib/run.mjs';

export const reportsFolder = 'build/reports';

/** The file of a script's report: `:` stands in no file name everywhere. */
export const reportFile = (name) => `${reportsFolder}/${name.replaceAll(':', '-')}.json`;

export const readReport = (name) => JSON.parse(readFileSync(join(root, reportFile(name)), 'utf8'));

export const none = { passed: 0, failed: 0, skipped: 0 };

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** "12 passed, 0 failed", with ", 1 skipped" only when there is one. */
export const sentence = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/** Says at the end which tests failed, where, why in a line, the command that runs each alone, and the counts. */
export function close(reports, total) {
  const failures = reports.flatMap((report) => report.failures);
  for (const { name, place, message, repeat } of failures)
    console.log(`\n✖ ${name}\n  ${place}: ${message}\n  ${repeat}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

/**
 * Runs tests and writes the report of the script `name`. `body` resolves to counts with `failures`, [{ name, place,
 * message, repeat }]: a test's name, its file and line, what went wrong in a line, and the command that runs it alone.
 * A body that throws, and one that ran no test, have failed.
 */
export async function reportTests(name, body) {
  // Pages under test do not wait for compilers and checks.
  if (!process.argv.some((word) => /^--(browser|packed)$/.test(word))) setPriority(10);
  const start = performance.now();
  let report;
  try {
    const { failures = [], ...counts } = await body();
    report = { counts, failures };
    if (counts.passed + counts.failed === 0) throw new Failure('No test was run.');
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    const message = String(error?.message ?? error).split('\n')[0];
    report = {
      counts: { ...none, ...report?.counts, failed: 1 },
      failures: [{ name, place: 'package.json', message, repeat: `npm run ${name}` }],
    };
  }
  report.seconds = (performance.now() - start) / 1000;
  mkdirSync(join(root, reportsFolder), { recursive: true });
  writeFileSync(join(root, reportFile(name)), `${JSON.stringify(report, null, 2)}\n`);
  console.log(`${name}: ${sentence(report.counts)} in ${report.seconds.toFixed(1)} s`);
  process.exitCode = report.counts.failed > 0 ? 1 : 0;
}
