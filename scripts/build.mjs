// npm run build: the wasm modules, the npm package and the site.

import { main } from './lib/run.mjs';
import { build } from './lib/wireit.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  await build('build:all');
});
