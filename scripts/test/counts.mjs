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

/** The counts of checks, each of which fails if it has `problems`. */
export function fromChecks(results) {
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  return { passed: results.length - failed, failed, skipped: 0 };
}

/**
 * The test cases that Catch2's console report names as failed, [{ name, place, message }]. Each stands between two rules,
 * its place below:
 *   -----
 *   softmax: rows add up to one
 *   -----
 *   /…/softmax_test.cpp:12
 *   .....
 *
 *   /…/softmax_test.cpp:20: FAILED:
 *     CHECK( sum == 1 )
 */
export function failuresFromCatch(coloured, pathOf = (path) => path) {
  const output = coloured.replace(/\u001b\[[\d;]*m/g, '');
  const block = /^-{79}\n(\S.*\n)(?:.*\n)*?-{79}\n(\S+):(\d+)\n\.{79}\n([^]*?)(?=^[-=]{79}$)/gm;
  const failures = new Map();
  for (const [, title, file, line, body] of output.matchAll(block)) {
    const name = title.trim();
    const failed = /:(\d+): FAILED:\n((?: {2}.*\n)?)/.exec(body);
    if (!failed || failures.has(name)) continue;
    const message = failed[2].trim() || body.trim().split('\n').at(-1).trim();
    failures.set(name, { name, place: `${pathOf(file)}:${failed[1] ?? line}`, message });
  }
  return [...failures.values()];
}
