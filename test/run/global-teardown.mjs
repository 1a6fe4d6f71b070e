import { reportCount } from './count-reporter.mjs';
import { stopAll } from './global-setup.mjs';

export default async function tearDown() {
  await stopAll();
  reportCount();
}
