import { describe, expect, it } from '@jest/globals';
import { callerAddress } from './caller-address.js';

describe('the address of a caller', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, ''],
  ])('rate limits count the address %s as %s', (ip, address) => {
    expect(callerAddress(ip)).toBe(address);
  });
});
