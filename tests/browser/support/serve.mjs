// A static server for one folder, as hosts of the site are: pages need no .html, and what is not there gives 404.html.

import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';

/** Serves `folder` on any free port; resolves to `{ url, close }`. */
export async function serve(folder) {
  const files = sirv(folder, { dev: true, etag: true });
  const missing = join(folder, '404.html');
  const server = createServer((request, response) =>
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8' });
      response.end(existsSync(missing) ? readFileSync(missing) : 'Not found');
    }),
  );
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://localhost:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
