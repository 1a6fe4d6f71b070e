import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';

// The ES module of Playwright has an import cycle that Jest's loader does not support.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;

/**
 * Browser features that slow down each page without affecting the page. These are spare renderers and the address bar.
 */
const UNSEEN = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];
/**
 * Features that Playwright disables because they affect pages or the network. Only the last list of disabled features
 * counts, so these features are repeated here.
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
