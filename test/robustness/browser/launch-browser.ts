import { createRequire } from 'node:module';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';

// Its ES module has an import cycle that Jest's loader does not support.
const { chromium } = createRequire(import.meta.url)('playwright-core') as typeof Playwright;

/** Browser features that take most of the time per page without affecting it: spare renderers and the address bar. */
const UNSEEN = ['SpareRendererForSitePerProcess', 'WebUIOmniboxPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxAimPopup'];
/**
 * Features that Playwright disables because they touch pages or the network. The last list of disabled features wins,
 * so they are repeated here.
 */
const TURNED_OFF = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'MediaRouter'],
  ...['HttpsFirstBalancedModeAutoEnable', 'LensOverlay', 'PaintHolding', 'ThirdPartyStoragePartitioning', 'AimEnabled'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying', 'PreconnectToSearch'],
];

/** Launches the system's browser, found by test/run/system-programs.mjs. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CENTAVO_TEST_BROWSER!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${[...TURNED_OFF, ...UNSEEN].join()}`],
  });
}
