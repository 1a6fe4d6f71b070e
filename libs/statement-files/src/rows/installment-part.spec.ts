import { describe, expect, it } from '@jest/globals';
import { installmentPart } from './installment-part.js';

describe('installment numbers', () => {
  it.each([
    ['LIVERPOOL PERISUR 02 DE 06', 2, 6],
    ['AMAZON MX 2/6 MSI', 2, 6],
    ['MENS 2 DE 6 SEARS', 2, 6],
    ['Costco 12 de 12', 12, 12],
    ['PALACIO DE HIERRO 01DE18', 1, 18],
    ['Mercado Libre mensualidad 03/24', 3, 24],
    ['MSI 05 / 09 COPPEL', 5, 9],
    ['WALMART 10 MESES 1/10', 1, 10],
  ])('finds the installment number in "%s"', (description, number, months) => {
    expect(installmentPart(description)).toEqual({ number, months });
  });

  it.each([
    'PAGO DEL 02 DE 06 DE 2026',
    'TACOS 02/06',
    'COMPRA 12/11/2026 MSI',
    'FACTURA 7 DE 6',
    'ROLLO 1 DE 1',
    'CUPON 3 DE 99',
    'FOLIO 102 DE 106',
    '16 DE SEPTIEMBRE',
    'TALLER DE 06',
    'HORA 10:02 DE 06',
    'MSI',
  ])('finds no installment number in "%s"', (description) => {
    expect(installmentPart(description)).toBeNull();
  });
});
