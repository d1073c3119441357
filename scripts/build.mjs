// npm run build: the wasm module, the npm package and the site.

import { main } from './lib/run.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  // Imported late: the build uses packages that setup may have just installed.
  const { build } = await import('./build/index.mjs');
  await build();
});
