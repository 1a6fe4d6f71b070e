import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';

// Its module for imports is a circle that Jest's loader does not get through.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;

/** Takes most of the browser's work for each page, and no page is any different for it: pages made ready, the address bar's. */
const UNSEEN = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];
/** What Playwright turns off itself where it could touch a page or ask the network; the last list that is given counts. */
const TURNED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'MediaRouter'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** The system's browser, found by test/run/system-programs.mjs. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CENTAVO_TEST_BROWSER!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${[...TURNED_OFF, ...UNSEEN].join()}`],
  });
}
