import { describe, expect, it } from '@jest/globals';
import { readStatement } from '../statement.js';

const FILES: readonly (readonly [text: string, account: string, isStrange: boolean])[] = [
  ['Date,Description,Amount (USD)\n2026-03-13,Tea,-10.00\n', 'EUR', true],
  ['Date,Description,Amount (USD)\n2026-03-13,Tea,-10.00\n', 'USD', false],
  ['Fecha;Concepto;Importe USD;Saldo USD\n13/03/2026;Té;-10.00;90.00\n14/03/2026;Pan;-10.00;80.00\n', 'MXN', true],
  ['Fecha,Concepto,Cargo (US$),Abono (US$)\n13/03/2026,Té,10.00,\n', 'MXN', true],
  ['Moneda: Dólares (USD)\n\nFecha,Concepto,Importe\n13/03/2026,Té,-10.00\n', 'MXN', true],
  ['Moneda,Dólares\n\nFecha,Concepto,Importe\n13/03/2026,Té,-10.00\n', 'USD', false],
  ['Account currency: USD\n\nDate,Description,Amount\n2026-03-13,Tea,-10.00\n', 'EUR', true],
  ['Currency: EUR\n\nDate,Description,Amount\n2026-03-13,Tea,-10.00\n', 'EUR', false],
  ['Moneda: Pesos\n\nFecha,Concepto,Importe\n13/03/2026,Té,-10.00\n', 'MXN', false],
  ['Date,Description,Amount\n2026-03-13,Tea,-$10.00\n', 'EUR', true],
  ['Date,Description,Amount\n2026-03-13,Tea,-$10.00\n', 'CAD', false],
  ['Date,Description,Amount ($)\n2026-03-13,Tea,-10.00\n', 'GBP', true],
  ['Fecha,Concepto,Importe ($)\n13/03/2026,Té,-10.00\n', 'MXN', false],
  ['Fecha,Concepto,Importe USD,Importe MXN\n13/03/2026,Té,-10.00,-180.00\n', 'MXN', false],
];

describe('currency of a file', () => {
  it.each(FILES)(
    'for the file %j and an account in %s, finds a currency mismatch: %p',
    (text, accountCurrency, isStrange) => {
      const { rows } = readStatement(Buffer.from(text), { accountCurrency, accountKind: 'asset' });
      const codes = new Set(rows.flatMap(({ errors }) => errors.map(({ code }) => code)));
      expect([...codes]).toEqual(isStrange ? ['CURRENCY_MISMATCH'] : []);
    },
  );
});
