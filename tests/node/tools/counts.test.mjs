import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  add,
  closing,
  fromCatch,
  fromChecks,
  fromClosing,
  fromTap,
  sentence,
} from '../../../scripts/lib/counts.mjs';

describe('counts', () => {
  test('Catch2: all passed', () => {
    const output = '====\nAll tests passed (120 assertions in 12 test cases)\n\n';
    assert.deepEqual(fromCatch(output, 0), { passed: 12, failed: 0, skipped: 0 });
  });

  test('Catch2: one test case, in colour', () => {
    const output = '\u001b[1;32mAll tests passed\u001b[0m (1 assertion in 1 test case)\n';
    assert.equal(fromCatch(output, 0).passed, 1);
  });

  test('Catch2: some failed, some expectedly, some skipped', () => {
    const output =
      'test cases:  14 | 10 passed | 2 failed | 1 failed as expected | 1 skipped\n' +
      'assertions: 120 | 118 passed | 2 failed\n';
    assert.deepEqual(fromCatch(output, 2), { passed: 11, failed: 2, skipped: 1 });
  });

  test('Catch2: a crash, and a leak found after the last test, are failures', () => {
    assert.deepEqual(fromCatch('Segmentation fault', 139), { passed: 0, failed: 1, skipped: 0 });
    const output = 'All tests passed (120 assertions in 12 test cases)\nLeakSanitizer: …\n';
    assert.deepEqual(fromCatch(output, 1), { passed: 12, failed: 1, skipped: 0 });
  });

  test('Catch2: a run without any test is a failure', () => {
    assert.deepEqual(fromCatch('No tests ran\n', 0), { passed: 0, failed: 1, skipped: 0 });
  });

  test('node:test by its TAP report', () => {
    const tap =
      '1..2\n# tests 9\n# suites 1\n# pass 5\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n';
    assert.deepEqual(fromTap(tap, 1), { passed: 5, failed: 2, skipped: 2 });
    assert.equal(fromTap('', 1).failed, 1);
  });

  test('checks, sums and the closing sentence', () => {
    const checks = fromChecks([{ problems: [] }, { problems: ['x'] }]);
    const total = add(checks, { passed: 2, failed: 0, skipped: 0 });
    assert.equal(sentence(total), '3 passed, 1 failed');
    assert.equal(sentence({ ...total, skipped: 2 }), '3 passed, 1 failed, 2 skipped');
    assert.equal(closing({ ...total, skipped: 2 }), '3 passed, 1 failed');
  });

  test('a suite by its last line alone, and only with an exit code that agrees', () => {
    const output = 'static  6 passed, 0 failed\n\n7 passed, 0 failed\n';
    assert.deepEqual(fromClosing(output, 0), { passed: 7, failed: 0, skipped: 0 });
    assert.deepEqual(fromClosing(output, 1), { passed: 7, failed: 1, skipped: 0 });
    assert.deepEqual(fromClosing('7 passed, 2 failed', 1), { passed: 7, failed: 2, skipped: 0 });
    assert.equal(fromClosing('7 passed, 0 failed\nKilled\n', 0).failed, 1);
    assert.equal(fromClosing('', 0).failed, 1);
  });
});
