// What Vite's hosts have to do besides their build: their development server, and no warning.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

/** Starts the development server of a project on a free port; resolves to `{ url, close }`. */
function startVite(folder) {
  const command = join(folder, 'node_modules/.bin/vite');
  const child = spawn(command, ['--port', '0', '--host', 'localhost'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const close = () =>
    new Promise((closed) => {
      child.once('close', closed);
      child.kill();
    });
  return new Promise((done, fail) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      const url = output.match(/Local:\s+(http:\S+)/)?.[1];
      if (url) done({ url, close });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', fail);
    child.once('close', () => fail(new Error(`Vite ended:\n${output}`)));
  });
}

/** What is said in the console only while developing: by the server, by React. */
const chatter = [/^\[vite\]/, /React DevTools/];

export function vite(host) {
  test('the build warns of nothing but sizes', () => {
    const sizes = /\(!\) Some chunks are larger[\s\S]*?chunkSizeWarningLimit\./;
    assert.doesNotMatch(host.project.output.replace(sizes, ''), /warning|externalized|\(!\)/i);
  });

  test('the development server needs no setting', async () => {
    const server = await startVite(host.project.folder);
    try {
      await host.look(undefined, server.url, { chatter });
    } finally {
      await server.close();
    }
  });
}
