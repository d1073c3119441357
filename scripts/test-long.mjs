// npm run test:long: tests that take minutes: random calls of the npm API and of the C++ core, and an added operation.
// Builds what is missing first, and ends with the same line as npm test.

import { Failure, main } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ forTests: true });
  // Imported late: the stages use packages that setup may have just installed.
  const { runSuite, wantedStages } = await import('./lib/suite.mjs');
  const { longStages } = await import('./lib/stages.mjs');
  const wanted = wantedStages(longStages);
  if (wanted.length === 0) throw new Failure('There is no long test.');
  await runSuite(wanted);
});
