"""Runs all tests and prints as JSON what became of each: null, 'skipped: …' or its failure.

    python3 python/tests/run.py
"""

import json
import sys
import unittest
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


class Results(unittest.TestResult):
    def __init__(self) -> None:
        super().__init__()
        self.found = {}

    def startTest(self, test: unittest.TestCase) -> None:
        super().startTest(test)
        self.found[test.id()] = None

    def stopTestRun(self) -> None:
        # A subtest is reported under the test that it is part of.
        for test, failure in self.failures + self.errors:
            whole = getattr(test, 'test_case', test)
            self.found[whole.id()] = f'{test}\n{failure}'
        for test, reason in self.skipped:
            self.found[test.id()] = f'skipped: {reason}'


if __name__ == '__main__':
    sys.dont_write_bytecode = True  # no __pycache__ in the repository
    sys.path.insert(0, str(PACKAGE))
    results = Results()
    tests = unittest.defaultTestLoader.discover(PACKAGE / 'tests', top_level_dir=PACKAGE)
    results.startTestRun()
    tests.run(results)
    results.stopTestRun()
    print(json.dumps(results.found))
