import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fromCatch } from '../../../scripts/test/cpp.mjs';
import { outcomes } from '../../../scripts/lib/wireit.mjs';
import { add, none, readReport, reportFile, sentence } from '../../../scripts/test/report.mjs';
import { repeatOf } from '../../../scripts/test/node.mjs';
import { root } from '../../../scripts/lib/run.mjs';

describe('counts of Catch2', () => {
  const counts = (output, code) => {
    const { failures: _, ...rest } = fromCatch(output, code);
    return rest;
  };

  test('all passed, in colour too', () => {
    const output = '====\nAll tests passed (120 assertions in 12 test cases)\n\n';
    assert.deepEqual(counts(output, 0), { passed: 12, failed: 0, skipped: 0 });
    const coloured = '\u001b[1;32mAll tests passed\u001b[0m (1 assertion in 1 test case)\n';
    assert.equal(counts(coloured, 0).passed, 1);
  });

  test('some failed, some expectedly, some skipped', () => {
    const output =
      'test cases:  14 | 10 passed | 2 failed | 1 failed as expected | 1 skipped\n' +
      'assertions: 120 | 118 passed | 2 failed\n';
    assert.deepEqual(counts(output, 2), { passed: 11, failed: 2, skipped: 1 });
  });

  test('a crash, a leak found after the last test, and a run without any test are failures', () => {
    assert.deepEqual(counts('Segmentation fault', 139), { passed: 0, failed: 1, skipped: 0 });
    const output = 'All tests passed (120 assertions in 12 test cases)\nLeakSanitizer: …\n';
    assert.deepEqual(counts(output, 1), { passed: 12, failed: 1, skipped: 0 });
    assert.deepEqual(counts('No tests ran\n', 0), { passed: 0, failed: 1, skipped: 0 });
  });

  test('which tests failed, where, and at what', () => {
    const [rule, dots] = ['-'.repeat(79), '.'.repeat(79)];
    const output = [
      ...[rule, 'softmax: rows add up to one', '  with a mask', rule, '/src/softmax_test.cpp:12'],
      ...[dots, '', '/src/softmax_test.cpp:20: FAILED:', '  CHECK( sum == 1 )', 'with expansion:'],
      ...['  0.5 == 1', '', '='.repeat(79), 'test cases: 2 | 1 passed | 1 failed', ''],
    ].join('\n');
    assert.deepEqual(fromCatch(output, 1, (path) => path.slice(1)).failures, [
      {
        name: 'softmax: rows add up to one',
        place: 'src/softmax_test.cpp:20',
        message: 'CHECK( sum == 1 )',
      },
    ]);
  });
});

describe('what is said', () => {
  test('sums, with what was skipped if anything was', () => {
    const total = add({ ...none, passed: 1, failed: 1 }, { passed: 2, failed: 0, skipped: 0 });
    assert.equal(sentence(total), '3 passed, 1 failed');
    assert.equal(sentence({ ...total, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
  });

  test('how scripts ended, by what wireit says', () => {
    const log = [
      '<success> fresh\n✅ [test:cpp] Already fresh\n🏃 [test:engine] Running command "node"',
      '🏃 [check:lint] Running command "node"\n✅ [check:lint] Executed successfully',
      '❌ [test:engine] Failed with exit status 1\n✅ [check:types] Restored from cache',
      '🏃 [test:site] Running command "node"\n<failure> exit-non-zero\n',
    ].join('\n');
    assert.deepEqual(Object.fromEntries(outcomes(log)), {
      'test:cpp': 'unchanged',
      'check:lint': 'ran',
      'test:engine': 'failed',
      'check:types': 'unchanged',
      'test:site': 'failed',
    });
  });
});

describe('reports', () => {
  /** Runs a file of tests as `npm test` does, and reads what it leaves. */
  function reportOf(name, text) {
    const folder = mkdtempSync(join(root, 'build/report-'));
    try {
      if (text !== undefined) writeFileSync(join(folder, 'some.test.mjs'), text);
      const place = relative(root, join(folder, 'some.test.mjs'));
      // Not as a part of this run of tests.
      const { NODE_TEST_CONTEXT, ...env } = process.env;
      const options = { cwd: root, encoding: 'utf8', env };
      const { status } = spawnSync(
        process.execPath,
        ['scripts/test/node.mjs', name, place],
        options,
      );
      return { place, status, ...readReport(name) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
      rmSync(join(root, reportFile(name)), { force: true });
    }
  }
  const head =
    "import assert from 'node:assert'; import { describe, test } from 'node:test';\n" +
    "describe('all', () => {\n";

  test('of tests that pass are their counts', () => {
    const text = `${head}test('a', () => {}); test.skip('b', () => {}); });`;
    const { status, counts, failures } = reportOf('by-test-good', text);
    assert.equal(status, 0);
    assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 1 });
    assert.deepEqual(failures, []);
  });

  test('of tests that fail say which one, where, why, and how to repeat it', () => {
    const text = `${head}test("a sum's end", () => assert.equal(1, 2));\n});`;
    const { place, status, counts, failures } = reportOf('by-test-bad', text);
    assert.equal(status, 1);
    assert.equal(counts.failed, 1);
    assert.equal(failures.length, 1);
    assert.equal(failures[0].name, "a sum's end");
    assert.equal(failures[0].place, `${place}:3`);
    assert.match(failures[0].message, /^1 == 2$/);
    assert.equal(failures[0].repeat, `npm test -- ${place} 'a sum'\\''s end'`);
  });

  test('of a test that a helper declares name the files that use the helper', () => {
    const place = 'tests/browser/site/support/first-view.mjs:12';
    const command = repeatOf({ name: 'a view', place });
    assert.match(command, /^npm test -- (tests\/browser\/site\/[\w.-]+\.test\.mjs )+'a view'$/);
  });

  test('of a file that is not there, and of one that does not load, are failures', () => {
    assert.equal(reportOf('by-test-none').counts.failed, 1);
    assert.equal(reportOf('by-test-broken', 'import "./nowhere.mjs";').counts.failed, 1);
  });
});
