// npm run dev: the site from its sources, shown anew when one of them changes. The wasm is that of the last build, built again
// when C++ changes.

import { spawn } from 'node:child_process';
import { main, root, toolEnvironment } from './lib/run.mjs';
import { build } from './lib/wireit.mjs';
import { setup } from './setup.mjs';

/** What the sources import and a build writes, again whenever it would differ; says what fails. */
function watchBuild() {
  const env = toolEnvironment({ WIREIT_LOGGER: 'quiet', WIREIT_WATCH: 'true' });
  const command = ['--silent', 'run', 'build:generated'];
  const watch = spawn('npm', command, { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] });
  watch.on('exit', (code) => {
    if (code) console.error('Nothing is built again: begin anew with npm run dev.');
  });
  return watch;
}

await main(async () => {
  await setup();
  const [{ createServer }, { wantedPort }] = await Promise.all([
    import('vitepress'),
    import('./lib/serve.mjs'),
  ]);
  const port = wantedPort();
  await build('build:generated');
  const watch = watchBuild();
  let server;
  let begun = Promise.resolve();
  /** Begins again when the site's configuration has changed, one time after the other. */
  const begin = () =>
    (begun = begun.then(async () => {
      await server?.close();
      server = await createServer('web/site', { port }, begin);
      await server.listen();
    }));
  await begin();
  server.printUrls();
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      watch.kill('SIGINT');
      server.close().then(() => process.exit(0));
    });
  }
});
