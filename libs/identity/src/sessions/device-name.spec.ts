import { describe, expect, it } from '@jest/globals';
import { deviceName } from './device-name.js';

const MOZILLA = 'Mozilla/5.0';

describe('the name of a device', () => {
  it.each([
    [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox · Windows'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15`,
      'Safari · macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Safari/604.1`,
      'Chrome · iOS',
    ],
    [
      `${MOZILLA} (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 EdgA/130.0`,
      'Edge · Android',
    ],
    ['curl/8.5.0', ''],
    [undefined, ''],
  ])('a device with the user agent %s has the name %j', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });
});
