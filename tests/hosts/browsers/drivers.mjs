// Three browsers behind one small interface: `open(url)`, `evaluate(body)`, `close()`.

import { firefoxPath } from '../../../scripts/setup.mjs';
import { openBrowser } from '../../browser/support/chromium.mjs';
import { startWebKit } from './webkitgtk.mjs';

async function chromium() {
  const browser = await openBrowser();
  const page = await browser.newPage({ locale: 'en-GB' });
  return {
    open: (url) => page.goto(url),
    evaluate: (body) => page.evaluate(`(async () => { ${body} })()`),
    close: () => browser.close(),
  };
}

async function firefox() {
  const { launch } = await import('puppeteer-core');
  const browser = await launch({ browser: 'firefox', executablePath: firefoxPath, headless: true });
  const page = await browser.newPage();
  return {
    open: (url) => page.goto(url),
    evaluate: (body) => page.evaluate(`(async () => { ${body} })()`),
    close: () => browser.close(),
  };
}

export const drivers = { Chromium: chromium, Firefox: firefox, WebKitGTK: startWebKit };
