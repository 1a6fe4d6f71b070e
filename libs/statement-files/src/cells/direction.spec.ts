import { describe, expect, it } from '@jest/globals';
import { directionReadings } from './direction.js';

const counted = (cells: readonly string[]) => new Map(cells.map((cell) => [cell, 1]));
const readings = (cells: readonly string[], heading = 'Tipo', kind: 'asset' | 'liability' = 'asset') =>
  directionReadings(counted(cells), heading, kind).map((reading) => cells.map(reading));

describe('a direction column', () => {
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
  ])('with the words %j has an expense and an income', (cells, heading) => {
    expect(readings(cells, heading)).toEqual([['expense', 'income']]);
  });

  it('reads a single letter according to the heading', () => {
    expect(readings(['C'], 'C/A')).toEqual([['expense']]);
    expect(readings(['C'], 'D/C')).toEqual([['income']]);
  });

  it('has two readings for an ambiguous single letter', () => {
    expect(readings(['C'], 'Tipo')).toEqual([['expense'], ['income']]);
  });

  it('prefers the letters that explain more rows', () => {
    const cells = new Map([
      ['C', 9],
      ['A', 1],
    ]);
    expect(directionReadings(cells, '', 'asset')).toHaveLength(1);
  });

  it('reads a payment as income on a card and leaves it unknown elsewhere', () => {
    expect(readings(['Compra', 'Pago'], 'Tipo', 'liability')).toEqual([['expense', 'income']]);
    expect(readings(['Compra', 'Retiro', 'Cargo', 'Abono', 'Depósito', 'Pago'])[0]?.at(-1)).toBeNull();
  });

  it.each([[[]], [['']], [['Supermercado', 'Ropa']], [['0042', '0043']], [['Cargo', 'x', 'y']]])(
    'with %j has no directions',
    (cells) => {
      expect(readings(cells)).toEqual([]);
    },
  );
});
