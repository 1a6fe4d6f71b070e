import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';

// The ES module of Playwright has an import cycle that Jest's loader does not support.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;

/** Browser features that slow down page loads without affecting the page, such as spare renderers. */
const UNSEEN = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];
/**
 * Features that Playwright disables because they affect pages or the network. Chromium uses only the last list of
 * disabled features, so this list repeats them.
 */
const TURNED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'MediaRouter'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CENTAVO_TEST_BROWSER!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${[...TURNED_OFF, ...UNSEEN].join()}`],
  });
}
