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
  ])('%j are an expense and an income', (cells, heading) => {
    expect(readings(cells, heading)).toEqual([['expense', 'income']]);
  });

  it('a lone letter means what the heading says', () => {
    expect(readings(['C'], 'C/A')).toEqual([['expense']]);
    expect(readings(['C'], 'D/C')).toEqual([['income']]);
  });

  it('a lone letter that could be either has two readings', () => {
    expect(readings(['C'], 'Tipo')).toEqual([['expense'], ['income']]);
  });

  it('letters that explain more of the rows go before others', () => {
    const cells = new Map([
      ['C', 9],
      ['A', 1],
    ]);
    expect(directionReadings(cells, '', 'asset')).toHaveLength(1);
  });

  it('a payment lowers the debt of a card, and is not understood elsewhere', () => {
    expect(readings(['Compra', 'Pago'], 'Tipo', 'liability')).toEqual([['expense', 'income']]);
    expect(readings(['Compra', 'Retiro', 'Cargo', 'Abono', 'Depósito', 'Pago'])[0]?.at(-1)).toBeNull();
  });

  it.each([[[]], [['']], [['Supermercado', 'Ropa']], [['0042', '0043']], [['Cargo', 'x', 'y']]])(
    '%j are no directions',
    (cells) => {
      expect(readings(cells)).toEqual([]);
    },
  );
});
