// WebKitGTK by the plain WebDriver protocol: Debian's WebKitWebDriver and MiniBrowser, on a screen of their own.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { miniBrowser } from '../../../scripts/setup.mjs';

/** Ends a process and waits for its end. */
const end = (child) =>
  new Promise((ended) => {
    if (child.exitCode !== null || child.signalCode !== null) return ended();
    child.once('close', ended);
    child.kill();
  });

/** A screen without a display: Xvfb finds a free number and writes it. */
function startScreen() {
  const options = ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', () => fail(new Error('Xvfb ended')));
    child.stdio[3].once('data', (number) => done({ child, display: `:${String(number).trim()}` }));
  });
}

function freePort() {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

export async function startWebKit() {
  const screen = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen.display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
    stdio: 'ignore',
  });
  const stop = async () => {
    await end(driver);
    await end(screen.child);
  };

  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body && JSON.stringify(body),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };

  try {
    await answering(call);
    const browserOptions = { binary: miniBrowser(), args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } };
    const { sessionId } = await call('POST', '/session', { capabilities });
    const session = `/session/${sessionId}`;
    await call('POST', `${session}/timeouts`, { script: 60_000, pageLoad: 60_000 });
    const script = (body) => `const done = arguments[arguments.length - 1];
      (async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error) }));`;
    return {
      open: (url) => call('POST', `${session}/url`, { url }),
      async evaluate(body) {
        const request = { script: script(body), args: [] };
        const { value, error } = await call('POST', `${session}/execute/async`, request);
        if (error) throw new Error(error);
        return value;
      },
      async close() {
        await call('DELETE', session);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the driver listens. */
async function answering(call) {
  const last = Date.now() + 10_000;
  for (;;) {
    try {
      return await call('GET', '/status');
    } catch (error) {
      if (Date.now() > last) throw error;
      await new Promise((later) => setTimeout(later, 50));
    }
  }
}
