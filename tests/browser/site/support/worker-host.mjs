// A host of the npm package for the tests of loadWorker(): the package's entries made afresh from web/engine, an empty
// page, and whatever a test wants to be wrong with them.

import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { runEsbuild } from '../../../../scripts/build/bundle.mjs';
import { wasmFile } from '../../../../scripts/build/wasm.mjs';
import { root } from '../../../../scripts/lib/run.mjs';

const types = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** The entries `attention-playground` and `attention-playground/worker` in a folder of their own. */
async function buildEntries() {
  const folder = mkdtempSync(join(tmpdir(), 'attention-worker-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await runEsbuild({
    entryPoints: {
      index: join(root, 'web/engine/index.ts'),
      worker: join(root, 'web/engine/worker/worker.ts'),
    },
    outdir: folder,
    splitting: true,
    target: 'es2022',
    external: ['node:*'],
  });
  cpSync(join(root, wasmFile), join(folder, 'wasm/attention-playground.wasm'));
  cpSync(join(root, 'tests/node/engine/support/every-call.mjs'), join(folder, 'every-call.mjs'));
  return folder;
}

const folder = await buildEntries();

/**
 * Serves it on a port of its own: { url, requests, close }. `policy` is the page's content policy; `replies` replace
 * files by name: { status, type, body, silent }, or a function of the request and the response.
 */
export async function openHost({ policy, replies = {} } = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = request.url.replace(/[?#].*$/, '');
    requests.push(path);
    response.setHeader('Access-Control-Allow-Origin', '*');
    if (path === '/favicon.ico') return response.writeHead(204).end();
    if (path === '/') {
      const headers = policy ? { 'Content-Security-Policy': policy } : {};
      return response
        .writeHead(200, { 'Content-Type': 'text/html', ...headers })
        .end('<!doctype html><title>A page</title><script type="module" src="/page.js"></script>');
    }
    if (path === '/page.js') {
      const source = "window.engine = await import('/index.js');";
      return response.writeHead(200, { 'Content-Type': types['.js'] }).end(source);
    }
    const reply = replies[path.slice(1)];
    if (typeof reply === 'function') return reply(request, response);
    if (reply?.silent) return undefined; // until the server is closed
    const file = join(folder, path);
    if (!existsSync(file) && !reply) return response.writeHead(404).end();
    const type = reply?.type ?? types[extname(path)];
    const body = reply?.body ?? readFileSync(file);
    return response.writeHead(reply?.status ?? 200, { 'Content-Type': type }).end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}

/** What tests use in the page. */
function helpers() {
  /** The record of what a promise rejects with, or 'resolved'. */
  window.outcomeOf = (promise) =>
    promise.then(
      () => 'resolved',
      ({ name, code, argument, actual, message }) => ({ name, code, argument, actual, message }),
    );
  /** A call that takes some hundred milliseconds. */
  window.long = (remote, options = {}) => {
    const x = { shape: [8, 768, 768], data: new Float32Array(8 * 768 * 768) };
    const weight = { shape: [768, 768], data: new Float32Array(768 * 768).fill(0.5) };
    return remote.matmul(x, weight, options);
  };
}

/** A page of such a host, where `engine` is what the package exports; both are closed when the test ends. */
export async function openPage(test, browser, options) {
  const host = await openHost(options);
  const context = await browser.newContext();
  test.after(async () => {
    await context.close();
    await host.close();
  });
  const page = await context.newPage();
  await page.goto(host.url);
  await page.waitForFunction(() => window.engine);
  await page.evaluate(helpers);
  return Object.assign(page, { host });
}
