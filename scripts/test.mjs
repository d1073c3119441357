// npm test: everything, in stages, side by side where there is room; after a failure nothing new is started. The last
// line says how many tests passed and failed.
//   npm test -- --only=static,native     runs those stages alone

import { main } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ forTests: true });
  // Imported only now: the stages use packages that setup may have just installed.
  const { runSuite, wantedStages } = await import('./lib/suite.mjs');
  const { stages } = await import('./lib/stages.mjs');
  await runSuite(wantedStages(stages));
});
