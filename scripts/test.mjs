// npm test: what a change needs before it is committed; npm run test:all has the rest too. The last line counts the
// passed and failed tests.
//   npm test -- tests/node/engine/masks.test.mjs            the tests of one file, of node:test or Catch2
//   npm test -- tests/node/engine/masks.test.mjs 'a name'   those of that name alone
//   npm test -- 'a name'                                    those of that name, wherever they stand

import { main } from './lib/run.mjs';
import { setup } from './setup.mjs';

const words = process.argv.slice(2);
const all = words[0] === '--all';

await main(async () => {
  await setup({ forTests: true, forHosts: all });
  // Imported late: they use packages that setup may have just installed.
  if (words.length > 0 && !all) await (await import('./test/some.mjs')).runSome(words);
  else await (await import('./test/suite.mjs')).runSuite(all ? 'test:everything' : 'test:change');
});
