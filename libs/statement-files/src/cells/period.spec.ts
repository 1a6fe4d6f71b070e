import { describe, expect, it } from '@jest/globals';
import { lastDayNamed } from './period.js';

describe('the last day in a text', () => {
  it.each([
    ['Periodo del 12/12/2025 al 11/01/2026', '2026-01-11'],
    ['Del 1 de diciembre de 2025 al 31 de diciembre de 2025', '2025-12-31'],
    ['From 2025-12-12 to 2026-01-11', '2026-01-11'],
    ['Fecha de corte: 11/ENE/2026', '2026-01-11'],
    ['Estado de cuenta de febrero de 2028', '2028-02-29'],
  ])('in the text %p, finds the last day %p', (text, day) => expect(lastDayNamed([text])).toBe(day));

  it('returns null for text without a day or a month', () => {
    expect(lastDayNamed(['Cuenta 0000001234', 'Saldo 1,234.00', ''])).toBeNull();
  });
});
