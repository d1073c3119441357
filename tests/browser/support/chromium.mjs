// Debian's Chromium, by playwright-core: each file of tests has one of its own, which starts within a third of a second.

import { chromium } from 'playwright-core';
import { chromiumPath } from '../../../scripts/setup.mjs';

/**
 * Features that cost time or call abroad. Chromium heeds the last list alone, so Playwright's own is in it; the omnibox
 * is two pages more, drawn anew with every window.
 */
const disabled = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
];

const flags = [
  `--disable-features=${disabled}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  // Letters as wide as where there is a window.
  '--font-render-hinting=slight',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * A browser, for whoever opens it to close. Every page has a context of its own, without the storage and the cache of any other. Service
 * workers would hide requests from tests, and fetch the whole site: whoever tests them says `serviceWorkers: 'allow'`.
 */
export async function openBrowser() {
  const browser = await chromium.launch({ executablePath: chromiumPath, args: flags });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext({ serviceWorkers: 'block', ...options });
  return browser;
}
