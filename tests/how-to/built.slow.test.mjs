// Every page of docs/how-to is followed in one copy of the tree, which is built once. The tests that a page says to run pass
// there, what it adds is written as this project writes, and what it says is to be seen is seen.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Built, checksOf, followedPages, languagePage } from './support/built.mjs';
import { pageNames, pagePath, readPage } from './support/pages.mjs';
import { testFigure } from './pages/figure.mjs';
import { testLanguage } from './pages/language.mjs';
import { testOperation } from './pages/operation.mjs';
import { testSetting } from './pages/setting.mjs';
import { testPage, testPanel, testSymbol, testTrainedModel } from './pages/site.mjs';
import { testStep } from './pages/step.mjs';
import { testCall, testColour, testFault, testWording } from './pages/small.mjs';

/** What is to be seen besides the tests that a page says to run. */
const seen = {
  wording: testWording,
  colour: testColour,
  'api-call': testCall,
  'operation-tests': testOperation,
  step: testStep,
  figure: testFigure,
  fault: testFault,
  setting: testSetting,
  'site-page': testPage,
  panel: testPanel,
  symbol: testSymbol,
  'trained-model': testTrainedModel,
};

const built = new Built();
let reports;
before(async () => {
  await built.prepare();
  reports = await built.ownChecks();
});
after(() => built.close());

const titleOf = (name) => name.slice(3);
const edited = (pattern) => [
  ...new Set(
    followedPages
      .flatMap((name) => readPage(name).edits.map(({ file }) => file))
      .filter((file) => pattern.test(file)),
  ),
];

for (const name of followedPages) {
  describe(pagePath(name), () => {
    const checks = checksOf(name);
    if (checks.length > 0) {
      test(`passes ${checks.join(' ')}`, () => {
        const ours = checks.map((file) => file.replace(/\.(test\.mjs|cpp)$/, ''));
        const failures = reports.flatMap((report) => report.failures);
        const isOurs = ({ place }) => ours.some((file) => place.startsWith(file));
        assert.deepEqual(failures.filter(isOurs), []);
      });
    }
    seen[titleOf(name)]?.(built);
  });
}

test('the tests that pages say to run fail nowhere, and there are some of each kind', () => {
  assert.deepEqual(
    reports.flatMap((report) => report.failures),
    [],
  );
  for (const { counts } of reports) assert.ok(counts.passed > 5, JSON.stringify(reports));
  assert.deepEqual(
    Object.keys(seen).filter((title) => !pageNames().map(titleOf).includes(title)),
    [],
  );
});

describe('what the pages add', () => {
  test('is accepted by TypeScript', () =>
    built.node('node_modules/typescript/bin/tsc', '-p', 'web/site'));

  test('is accepted by ESLint', () =>
    built.node('node_modules/eslint/bin/eslint.js', ...edited(/^(web|scripts)\/.*\.(ts|mjs)$/)));

  test('keeps to its rooms', () => built.node('scripts/rooms.mjs', '--check'));
});

describe(pagePath(languagePage), () => testLanguage(built));
