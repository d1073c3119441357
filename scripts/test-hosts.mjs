// npm run test:hosts: the packed package in other people's pages (site generators, bundlers, slides), made of what the guide
// says, and every page of the site in three browsers. Installs what is missing first, and ends as npm test does.
//   npm run test:hosts -- --only=browsers

import { main } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup({ forTests: true, forHosts: true });
  // Imported late: the stages use packages that setup may have just installed.
  const { runSuite, wantedStages } = await import('./lib/suite.mjs');
  const { hostStages } = await import('./lib/stages.mjs');
  await runSuite(wantedStages(hostStages));
});
