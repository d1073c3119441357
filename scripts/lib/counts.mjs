// Counts of tests, read from what the test runners print.

export const none = { passed: 0, failed: 0, skipped: 0 };

export function add(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** "12 passed, 0 failed", with ", 1 skipped" only when there is one. */
export function sentence({ passed, failed, skipped }) {
  const start = `${passed} passed, ${failed} failed`;
  return skipped > 0 ? `${start}, ${skipped} skipped` : start;
}

/** The last line of a suite, for machines too. */
export const closing = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/** The counts of a suite by its last line. A suite without that line, or with a failing exit code, has failed. */
export function fromClosing(output, exitCode) {
  const line = output.trimEnd().match(/^(\d+) passed, (\d+) failed$(?![\s\S])/m);
  const counts = { ...none, passed: Number(line?.[1] ?? 0), failed: Number(line?.[2] ?? 0) };
  if ((exitCode !== 0 || !line) && counts.failed === 0) counts.failed = 1;
  return counts;
}

/**
 * Catch2's closing lines, version 2 and 3:
 *   All tests passed (120 assertions in 12 test cases)
 *   test cases: 12 | 10 passed | 2 failed
 * A failing exit code counts as a failure, even if these lines are missing or report success, and so does a run without
 * any test. Colours, which the wasm program always prints, are removed first.
 */
export function fromCatch(coloured, exitCode) {
  const output = coloured.replace(/\u001b\[[\d;]*m/g, '');
  const counts = { ...none };
  const all = output.match(/^All tests passed \(.*\bin (\d+) test cases?\)/m);
  const some = output.match(/^test cases:\s*\d+(.*)$/m);
  if (all) {
    counts.passed = Number(all[1]);
  } else if (some) {
    for (const [, number, word] of some[1].matchAll(
      /(\d+) (passed|failed as expected|failed|skipped)/g,
    )) {
      if (word === 'failed as expected') counts.passed += Number(number);
      else counts[word] += Number(number);
    }
  }
  const ran = counts.passed + counts.failed + counts.skipped > 0;
  if ((exitCode !== 0 || !ran) && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** The closing comments of node:test's TAP report: "# pass 3", "# fail 1", … */
export function fromTap(report, exitCode) {
  const number = (word) => Number(report.match(new RegExp(`^# ${word} (\\d+)$`, 'm'))?.[1] ?? 0);
  const counts = {
    passed: number('pass'),
    failed: number('fail') + number('cancelled'),
    skipped: number('skipped') + number('todo'),
  };
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}

/** The counts of checks, each of which fails if it has `problems`. */
export function fromChecks(results) {
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}
