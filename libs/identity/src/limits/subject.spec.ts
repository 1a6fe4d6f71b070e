import { describe, expect, it } from '@jest/globals';
import { callerAddress, subjectOf } from './subject.js';

describe('the subject of a limit', () => {
  it('has a name that reveals nothing', () => {
    expect(subjectOf('account', 'ana@example.mx')).toMatch(/^account:[A-Za-z0-9_-]{22}$/);
    expect(subjectOf('account', 'a', 'b')).not.toBe(subjectOf('account', 'ab'));
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    [undefined, ''],
  ])('for the address %s is %s', (ip, address) => {
    expect(callerAddress(ip)).toBe(address);
  });
});
