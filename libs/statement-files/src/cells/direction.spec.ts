import { describe, expect, it } from '@jest/globals';
import { directionReadings } from './direction.js';

const counted = (cells: readonly string[]) => new Map(cells.map((cell) => [cell, 1]));
const readings = (cells: readonly string[], heading = 'Tipo', kind: 'asset' | 'liability' = 'asset') =>
  directionReadings(counted(cells), heading, kind).map((reading) => cells.map(reading));

describe('directionReadings', () => {
  it.each([
    [['-', '+'], ''],
    [['\u2212', '+'], ''],
    [["'-", "'+"], ''],
    [['(-)', '(+)'], ''],
    [['C', 'A'], 'C/A'],
    [['D', 'C'], 'D/C'],
    [['D', 'H'], 'D/H'],
    [['R', 'D'], 'Tipo'],
    [['E', 'I'], 'Tipo'],
    [['S', 'E'], 'Tipo'],
    [['DB', 'CR'], 'Tipo'],
    [['DR', 'CR'], 'Tipo'],
    [['Cargo', 'Abono'], 'Tipo'],
    [['CARGO', 'ABONO'], 'Tipo'],
    [['Retiro', 'Depósito'], 'Tipo'],
    [['Débito', 'Crédito'], 'Tipo'],
    [['Debe', 'Haber'], 'Naturaleza'],
    [['Egreso', 'Ingreso'], 'Tipo'],
    [['Salida', 'Entrada'], 'Tipo'],
    [['SPEI enviado', 'SPEI recibido'], 'Tipo'],
    [['Debit', 'Credit'], 'Type'],
  ])('reads the cells %j as expenses and income', (cells, heading) => {
    expect(readings(cells, heading)).toEqual([['expense', 'income']]);
  });

  it('reads the letter C according to the column heading', () => {
    expect(readings(['C'], 'C/A')).toEqual([['expense']]);
    expect(readings(['C'], 'D/C')).toEqual([['income']]);
  });

  it('returns two readings for an ambiguous letter', () => {
    expect(readings(['C'], 'Tipo')).toEqual([['expense'], ['income']]);
  });

  it('returns only the reading that recognizes more rows', () => {
    const cells = new Map([
      ['C', 9],
      ['A', 1],
    ]);
    expect(directionReadings(cells, '', 'asset')).toHaveLength(1);
  });

  it('reads a payment as income on a card, but does not recognize a payment in other accounts', () => {
    expect(readings(['Compra', 'Pago'], 'Tipo', 'liability')).toEqual([['expense', 'income']]);
    expect(readings(['Compra', 'Retiro', 'Cargo', 'Abono', 'Depósito', 'Pago'])[0]?.at(-1)).toBeNull();
  });

  it.each([[[]], [['']], [['Supermercado', 'Ropa']], [['0042', '0043']], [['Cargo', 'x', 'y']]])(
    'returns no reading for a column with the cells %j',
    (cells) => {
      expect(readings(cells)).toEqual([]);
    },
  );
});
