import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serve } from '../../../scripts/lib/serve.mjs';

/** One request with its path sent as it is: fetch would tidy up `..` before sending it. */
function get(url, path, method = 'GET') {
  return new Promise((done, fail) => {
    const { port } = new URL(url);
    request({ host: '127.0.0.1', port, path, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () =>
        done({ status: response.statusCode, headers: response.headers, body }),
      );
    })
      .on('error', fail)
      .end();
  });
}

describe('the static server', () => {
  const parent = mkdtempSync(join(tmpdir(), 'attention-serve-'));
  const folder = join(parent, 'site');
  let server;

  before(async () => {
    mkdirSync(join(folder, 'zh'), { recursive: true });
    writeFileSync(join(parent, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'index.html'), 'home');
    writeFileSync(join(folder, '404.html'), 'nothing here');
    writeFileSync(join(folder, 'zh/index.html'), 'chinese');
    writeFileSync(join(folder, 'page.html'), 'page');
    writeFileSync(join(folder, 'a.wasm'), '\0asm');
    symlinkSync(join(parent, 'secret.txt'), join(folder, 'link.txt'));
    server = await serve(folder);
  });

  after(async () => {
    await server.close();
    rmSync(parent, { recursive: true });
  });

  test('folders give their index, and pages need no .html', async () => {
    assert.equal((await get(server.url, '/')).body, 'home');
    assert.equal((await get(server.url, '/zh/?a=1')).body, 'chinese');
    assert.equal((await get(server.url, '/page')).body, 'page');
  });

  test('wasm has its own type, or browsers would not stream it', async () => {
    const { headers } = await get(server.url, '/a.wasm');
    assert.equal(headers['content-type'], 'application/wasm');
  });

  test('what is not there gives the 404 page', async () => {
    const { status, body } = await get(server.url, '/nowhere');
    assert.deepEqual([status, body], [404, 'nothing here']);
  });

  test('nothing outside the folder is served', async () => {
    const paths = [
      '/../secret.txt',
      '/zh/../../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/link.txt',
      '/%00',
      '/%',
    ];
    for (const path of paths) {
      const { status, body } = await get(server.url, path);
      assert.equal(status, 404, path);
      assert.doesNotMatch(body, /secret/, path);
    }
  });

  test('nothing but reading is allowed', async () => {
    assert.equal((await get(server.url, '/', 'POST')).status, 405);
    assert.equal((await get(server.url, '/', 'HEAD')).body, '');
  });

  test('a port that is taken is an error, not a crash', async () => {
    const port = Number(new URL(server.url).port);
    await assert.rejects(serve(folder, { port }), { code: 'EADDRINUSE' });
  });
});
