// A static file server for one folder, for `npm start` and for the tests.

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, sep } from 'node:path';
import { Failure } from './run.mjs';

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The file that a request's path names, or undefined; never a file outside `folder`. */
export async function findFile(folder, requestPath) {
  let path;
  try {
    path = decodeURIComponent(requestPath);
  } catch {
    return undefined;
  }
  if (path.includes('\0')) return undefined;
  const home = await realpath(folder);
  const wanted = join(home, path);
  for (const candidate of [wanted, join(wanted, 'index.html'), `${wanted}.html`]) {
    try {
      // Links are resolved before the check, so that they cannot lead out of the folder.
      const file = await realpath(candidate);
      if (file.startsWith(home + sep) && (await stat(file)).isFile()) return file;
    } catch {
      // Not found: tries the next candidate.
    }
  }
  return undefined;
}

async function answer(folder, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const path = request.url.replace(/[?#].*$/, '');
  const found = await findFile(folder, path);
  const file = found ?? (await findFile(folder, '/404.html'));
  if (!file) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    return;
  }
  const { size } = await stat(file);
  response.writeHead(found ? 200 : 404, {
    'Content-Type': types[extname(file)] ?? 'application/octet-stream',
    'Content-Length': size,
    'Cache-Control': 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  createReadStream(file)
    .on('error', () => response.destroy())
    .pipe(response);
}

/** Serves `folder` on `port` (0: any free one). Resolves to `{ url, close }`, rejects if it cannot listen. */
export function serve(folder, { port = 0, host = '127.0.0.1' } = {}) {
  const server = createServer((request, response) => {
    answer(folder, request, response).catch(() => response.destroy());
  });
  return new Promise((done, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      done({
        url: `http://localhost:${server.address().port}`,
        close() {
          server.closeAllConnections();
          return new Promise((closed) => server.close(closed));
        },
      });
    });
  });
}

/** The port to serve on: PORT, or 4173. */
export function wantedPort() {
  const port = Number(process.env.PORT ?? 4173);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Failure(`PORT must be a number from 0 to 65535; it is "${process.env.PORT}".`);
}
