// npm start: installs what is missing, builds, serves the playground and prints its URL.

import { Failure, main } from './lib/run.mjs';
import { serve, wantedPort } from './lib/serve.mjs';
import { build } from './lib/wireit.mjs';
import { siteFolder } from './build/site.mjs';
import { setup } from './setup.mjs';

async function listen(folder, port) {
  try {
    return await serve(folder, { port });
  } catch (error) {
    if (error.code === 'EADDRINUSE') {
      throw new Failure(`Port ${port} is taken. Choose another: PORT=${port + 1} npm start`);
    }
    if (error.code === 'EACCES') throw new Failure(`Port ${port} may not be used by this user.`);
    throw error;
  }
}

await main(async () => {
  const port = wantedPort();
  // Checks the port before the build, which takes minutes the first time.
  await (await listen('.', port)).close();
  await setup();
  await build('build:site');

  const server = await listen(siteFolder, port);
  console.log(`\nAttention Playground: ${server.url} (Ctrl-C ends it)`);
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => server.close().then(() => process.exit(0)));
  }
});
