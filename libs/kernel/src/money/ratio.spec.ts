import { expect, it } from '@jest/globals';
import { ratioText } from './ratio.js';

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
])('%s of %s is %s', (part, whole, text) => {
  expect(ratioText(part, whole)).toBe(text);
});

it('there is no ratio to zero', () => {
  expect(ratioText(5n, 0n)).toBeNull();
});
