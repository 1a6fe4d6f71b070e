import { describe, expect, it } from '@jest/globals';
import { matchedRoles, readHeading } from './header-words.js';

const roleOf = (heading: string) => readHeading(heading)[0]?.role ?? null;
const rankOf = (heading: string) => readHeading(heading)[0]?.rank ?? 0;

describe('readHeading', () => {
  it.each([
    [
      'date',
      ['Fecha', 'FECHA', 'Fecha de Operación', 'F. Operación', 'F. Valor', 'Fec. Mov.', 'Fecha y hora', 'Día', 'Date'],
    ],
    [
      'date',
      ['Transaction Date', 'Posting Date', 'FechaOperacion', 'RELEASE_DATE', 'Fecha (DD/MM/AA)', 'Fecha de compra'],
    ],
    [
      'description',
      ['Concepto', 'Descripción', 'DESCRIPCION', 'Detalle', 'Movimiento', 'Description', 'Concepto / Referencia'],
    ],
    ['details', ['Descripción Detallada', 'Descripcion Larga', 'Observaciones', 'Notas', 'Concepto ampliado', 'Notes']],
    [
      'debit',
      ['Cargo', 'Cargos', 'Retiro', 'Retiros', 'Debe', 'Débito', 'Debit', 'Withdrawals', 'Importe Cargo', 'Paid out'],
    ],
    ['credit', ['Abono', 'Abonos', 'Depósito', 'Depósitos', 'Haber', 'Crédito', 'Credit', 'Deposits', 'Paid in']],
    ['sides', ['Cargo/Abono', 'Cargo o Abono', 'Retiros / Depósitos', 'Debit/Credit']],
    ['direction', ['Tipo', 'Naturaleza', 'Signo', 'C/A', 'D/H', '+/-', '-/+', 'Tipo de movimiento', 'Type']],
    [
      'amount',
      ['Importe', 'Monto', 'Amount', 'Importe MXN', 'Monto de la operación', 'Cantidad', 'TRANSACTION_NET_AMOUNT'],
    ],
    ['balance', ['Saldo', 'SALDO', 'Balance', 'Saldo disponible', 'Running Balance', 'PARTIAL_BALANCE']],
    ['reference', ['Referencia', 'Folio', 'Autorización', 'No. de referencia', 'Reference', 'Clave de Rastreo']],
    ['currency', ['Moneda', 'Divisa', 'Currency']],
    ['category', ['Categoría', 'Category', 'Rubro']],
  ] as const)('finds the role "%s" in each of its headings', (role, headings) => {
    for (const heading of headings) expect([heading, roleOf(heading)]).toEqual([heading, role]);
  });

  it.each([
    ['Descripci�n', 'description'],
    ['Descripci?n', 'description'],
    ['Descripcin', 'description'],
    ['DescripciÃ³n', 'description'],
    ['DESCRIPCIÃ“N', 'description'],
    ['Descripci¾n', 'description'],
    ['DescripciÛn', 'description'],
    ['DepÃ³sitos', 'credit'],
    ['Dep?sitos', 'credit'],
    ['Depsitos', 'credit'],
    ['Fecha de Operaci—n', 'date'],
    ['CrŽdito', 'credit'],
    ['Categor’a', 'category'],
  ])('recognizes the wrongly decoded heading %s', (heading, role) => {
    expect(roleOf(heading)).toBe(role);
  });

  it.each([
    'Cuenta',
    'Hora',
    'Sucursal',
    'Clabe Beneficiario',
    'Tarjeta de crédito',
    'Cheque',
    'Moneda original',
    'RFC Ordenante',
    'IVA',
    '',
    '123',
  ])('finds no role for the heading "%s"', (heading) => {
    expect(roleOf(heading)).toBeNull();
  });

  it('ranks the operation date before a plain date, and a plain date before the booking date', () => {
    expect(rankOf('Fecha de Operación')).toBeGreaterThan(rankOf('Fecha'));
    expect(rankOf('Fecha')).toBeGreaterThan(rankOf('Fecha Valor'));
    expect(roleOf('Fecha límite de pago')).toBeNull();
  });

  it('ranks the amount in the account currency before the original amount', () => {
    expect(rankOf('Importe')).toBeGreaterThan(rankOf('Importe original'));
    expect(rankOf('Saldo')).toBeGreaterThan(rankOf('Saldo contable'));
    expect(roleOf('Saldo inicial')).toBeNull();
  });
});

describe('matchedRoles', () => {
  it('returns each role of a line once', () => {
    expect([...matchedRoles(['Fecha', 'Fecha valor', 'Concepto', 'Hora', 'Saldo'])]).toEqual([
      'date',
      'description',
      'balance',
    ]);
  });
});
