import { describe, expect, it } from '@jest/globals';
import { readStatement, type Mapping } from '../statement.js';

const layout = (text: string, mapping: Partial<Mapping> = {}) =>
  readStatement(Buffer.from(text), { accountCurrency: 'MXN', accountKind: 'asset', mapping }).layout;

const MARCH = 'Fecha,Descripción,Monto\n2026-03-07,Tacos,-25.00\n';

describe('statement layout', () => {
  it('derives the layout from the header, regardless of case, accents and punctuation', () => {
    const april = 'Estado de cuenta\n\nFECHA, descripcion ,Monto:\n2026-04-01,Pan,-3.00\n2026-04-02,Cine,-9.00\n';
    expect(layout(april)).toBe(layout(MARCH));
  });

  it.each([
    'Fecha,Descripción,Importe\n2026-03-07,Tacos,-25.00\n',
    'Fecha,Monto,Descripción\n2026-03-07,-25.00,Tacos\n',
    'Fecha,Descripción,Monto,Saldo\n2026-03-07,Tacos,-25.00,75.00\n',
    '2026-03-07,Tacos,-25.00\n',
  ])('derives another layout from a file with other columns: %j', (file) => {
    expect(layout(file)).not.toBe(layout(MARCH));
  });

  it('derives the same layout whether or not the caller sends a mapping', () => {
    expect(layout(MARCH, { date: 0, amount: 2, description: 1, invertSign: true })).toBe(layout(MARCH));
  });

  it('derives the layout from the number and kinds of columns if the file has no header', () => {
    const file = '07/03/2026,Tacos,-25.00\n18/03/2026,Pan,-3.00\n';
    expect(layout('09/04/2026,Cine,-1.50\n')).toBe(layout(file));
    expect(layout('09/04/2026,-1.50,Cine\n')).not.toBe(layout(file));
    expect(layout('09/04/2026,Cine,-1.50,75.00\n')).not.toBe(layout(file));
  });
});
