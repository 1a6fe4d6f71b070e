import { describe, expect, it } from '@jest/globals';
import { maskedAddress } from './masked-address.js';

describe('a masked address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.x'],
    ['::ffff:203.0.113.7', '203.0.113.x'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:x'],
    ['2001:db8::1', '2001:db8:x'],
    ['::1', ':x'],
    [undefined, ''],
  ])('masks the address %s as %s', (address, masked) => {
    expect(maskedAddress(address)).toBe(masked);
  });
});
