// Debian's Chromium, by playwright-core: one for all files of a stage, or one for the file that is run by itself.

import { chromium } from 'playwright-core';
import { chromiumPath } from '../../../scripts/setup.mjs';

/** Where the address of the shared browser stands. */
export const browserVariable = 'ATTENTION_PLAYGROUND_BROWSER';

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
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const options = { executablePath: chromiumPath, args: flags };

/** A browser for other processes, by its `wsEndpoint()`. */
export const startBrowser = () => chromium.launchServer(options);

/**
 * The shared browser, or a new one. What is opened in it is the caller's alone, and `close()` ends just that: every page
 * has a context of its own, without the storage and the cache of any other.
 */
export function openBrowser() {
  const shared = process.env[browserVariable];
  return shared ? chromium.connect(shared) : chromium.launch(options);
}
