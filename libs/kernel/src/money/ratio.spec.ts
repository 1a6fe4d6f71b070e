import { expect, it } from '@jest/globals';
import { Money } from './money.js';
import { ratioText } from './ratio.js';

const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');

it.each([
  [100n, 300n, '0.3333'],
  [200n, 300n, '0.6667'],
  [300n, 300n, '1.0000'],
  [0n, 300n, '0.0000'],
  [-100n, 300n, '-0.3333'],
  [100n, -300n, '-0.3333'],
  [-100n, -300n, '0.3333'],
  [1n, 20_000n, '0.0000'],
  [3n, 20_000n, '0.0002'],
  [-1n, 20_000n, '0.0000'],
  [-3n, 20_000n, '-0.0002'],
  [-10_001n, 20_000n, '-0.5000'],
  [10n ** 20n, 3n, '33333333333333333333.3333'],
])('the ratio of %s to %s is %s', (part, whole, text) => {
  expect(ratioText(pesos(part), pesos(whole))).toBe(text);
});

it('the ratio of an amount to zero is null', () => {
  expect(ratioText(pesos(5n), pesos(0n))).toBeNull();
});

it('throws if the two amounts of a ratio have different currencies', () => {
  expect(() => ratioText(pesos(5n), Money.ofMinor(5n, 'USD'))).toThrow('same currency');
});
