// A slow machine on a slow line: a processor four times slower than that of the budgets, and 1.6 Mbit/s with 150 ms to the host, which compresses what it
// sends.

import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { siteFolder } from '../../../scripts/build/site.mjs';
import { openBrowser } from './chromium.mjs';
import { pace } from './pace.mjs';

const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 94_000,
};
const SLOWER = 4;

/** From now on a page is one of such a machine. */
export async function slowDown(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', line);
  await browser.send('Emulation.setCPUThrottlingRate', {
    rate: Math.max(1, SLOWER / (await pace(page.context().browser()))),
  });
}

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

/** A browser, and the built site for it as hosts of static pages serve it. Close it in an `after` hook. */
export async function openCompressedSite() {
  const [browser, host] = await Promise.all([openBrowser(), serveCompressed()]);
  return {
    browser,
    url: host.url,
    close: () => Promise.all([browser.close(), host.close()]),
  };
}

async function serveCompressed() {
  const known = new Map();
  const fileOf = (path) =>
    [path, `${path}.html`, join(path, 'index.html')]
      .map((one) => join(siteFolder, one))
      .find((one) => existsSync(one) && statSync(one).isFile());
  const server = createServer(({ url }, response) => {
    const file = fileOf(new URL(url, 'http://host').pathname);
    if (!file) return void response.writeHead(404).end();
    const type = types[extname(file)] ?? 'application/octet-stream';
    if (extname(file) === '.png') {
      response.writeHead(200);
      return void createReadStream(file).pipe(response);
    }
    const body = known.get(file) ?? gzipSync(readFileSync(file), { level: 9 });
    known.set(file, body);
    response.writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' });
    response.end(body);
  });
  await new Promise((listens) => server.listen(0, '127.0.0.1', listens));
  return {
    url: `http://localhost:${server.address().port}`,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
