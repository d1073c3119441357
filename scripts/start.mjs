// npm start: installs what is missing, builds, serves the site and prints its address.

import { join } from 'node:path';
import { main, root } from './lib/run.mjs';
import { build } from './lib/wireit.mjs';
import { setup } from './setup.mjs';

await main(async () => {
  await setup();
  // Only now, as setup may have just installed what it is made of.
  const { serve, wantedPort } = await import('./lib/serve.mjs');
  const port = wantedPort();
  // A port that cannot be used is said before the build, which takes a minute the first time.
  await (await serve('.', port)).close();
  await build('build:site');
  const { url } = await serve(join(root, 'web/site/.vitepress/dist'), port);
  console.log(`\nAttention Playground: ${url} (Ctrl-C ends it)`);
});
