import { describe, expect, it } from '@jest/globals';
import { currencyExponent, fromMinorUnits, toMinorUnits } from './money.js';

describe('an amount in the SDK', () => {
  it.each([
    ['1250.00', 'MXN', 125000n],
    ['-0.01', 'MXN', -1n],
    ['0.00', 'MXN', 0n],
    ['9999999999999.99', 'MXN', 999999999999999n],
    ['1250.00', 'JPY', 1250n],
    ['1.25', 'KWD', 1250n],
  ])('converts %s %s to %s minor units and back', (amount, currency, minor) => {
    expect(toMinorUnits(amount, currency)).toBe(minor);
    expect(fromMinorUnits(minor, currency)).toBe(amount);
  });

  it('accepts an amount without decimals', () => {
    expect([toMinorUnits('5', 'MXN'), toMinorUnits('5.5', 'MXN')]).toEqual([500n, 550n]);
  });

  it.each([
    ['1.50', 'JPY'],
    ['1.005', 'MXN'],
    ['1e3', 'MXN'],
    ['', 'MXN'],
    ['1,250.00', 'MXN'],
    ['5', 'pesos'],
  ])('rejects %s %s instead of rounding it', (amount, currency) => {
    expect(() => toMinorUnits(amount, currency)).toThrow(RangeError);
  });

  it('rejects minor units that need more than two decimals', () => {
    expect(() => fromMinorUnits(1255n, 'KWD')).toThrow(RangeError);
    expect([
      currencyExponent('MXN'),
      currencyExponent('JPY'),
      currencyExponent('KWD'),
      currencyExponent('CLF'),
    ]).toEqual([2, 0, 3, 4]);
  });
});
