// npm test: runs everything in stages, in parallel if there is room; after a failure no stage is started. The last
// line counts the passed and failed tests.
//   npm test -- --only=static,native     runs those stages alone

import { main } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ forTests: true });
  // Imported late: the stages use packages that setup may have just installed.
  const { runSuite, wantedStages } = await import('./lib/suite.mjs');
  const { stages } = await import('./lib/stages.mjs');
  await runSuite(wantedStages(stages));
});
