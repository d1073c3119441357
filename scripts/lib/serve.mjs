// A static server for one folder, as hosts of the site are: pages need no .html, and what is not there gives 404.html.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { Failure } from './run.mjs';

/** Serves `folder` to this machine on `port` (0: any free one); resolves to `{ url, close }`. */
export async function serve(folder, port = 0) {
  const files = sirv(folder, { dev: true, etag: true });
  const missing = join(folder, '404.html');
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(existsSync(missing) ? readFileSync(missing) : 'Not found');
    }),
  );
  await new Promise((done, fail) => {
    server.once('error', ({ code }) => fail(new Failure(`Port ${port} cannot be used: ${code}.`)));
    server.listen(port, '127.0.0.1', done);
  });
  return {
    url: `http://localhost:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** The port to serve on: PORT, or 4173. */
export function wantedPort() {
  const port = Number(process.env.PORT ?? 4173);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Failure(`PORT must be a number from 0 to 65535; it is "${process.env.PORT}".`);
}
