import { expect, it } from '@jest/globals';
import { isCurrency } from './currency.js';

it.each(['MXN', 'USD', 'EUR', 'JPY', 'CLP'])('accepts the currency %s', (code) => {
  expect(isCurrency(code)).toBe(true);
});

it.each(['mxn', 'XYZ', 'MX', 'MXNN', ' MXN', '', 'M1N', null, 484, ['MXN'], 'ＭＸＮ'])(
  'rejects the currency %p',
  (code) => {
    expect(isCurrency(code)).toBe(false);
  },
);
