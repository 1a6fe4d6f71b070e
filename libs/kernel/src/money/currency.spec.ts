import { expect, it } from '@jest/globals';
import { isCurrency } from './currency.js';

it.each(['MXN', 'USD', 'EUR', 'JPY', 'CLP'])('%s is a currency', (code) => {
  expect(isCurrency(code)).toBe(true);
});

it.each(['mxn', 'XYZ', 'MX', 'MXNN', ' MXN', '', 'M1N', null, 484, ['MXN'], 'ＭＸＮ'])(
  '%p is not a currency',
  (code) => {
    expect(isCurrency(code)).toBe(false);
  },
);
