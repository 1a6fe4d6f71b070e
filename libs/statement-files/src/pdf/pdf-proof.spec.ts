import { describe, expect, it } from '@jest/globals';
import { at } from '../../test/generated-pdf.js';
import { buildPdf, type PlacedText } from '../../test/pdf-builder.js';
import { openPdf, proofOf, readPdfText, type ReadingOptions } from '../statement.js';

type Page = readonly PlacedText[];

async function proofIn(page: Page, accountKind: ReadingOptions['accountKind'] = 'asset', ...more: Page[]) {
  const statement = openPdf(await readPdfText(await buildPdf([page, ...more])), {
    accountCurrency: 'MXN',
    accountKind,
  });
  const rows = statement.rows(0, statement.rowCount).map((row) => ({
    ...{ index: row.index, page: row.page!, line: row.line, balance: row.balanceMinor },
    change: row.type === 'expense' ? -row.amountMinor! : row.amountMinor,
  }));
  return proofOf(statement.proofFacts!, rows);
}

const labelled = (label: string, value: string, y: number) => [at(label, 30, y), at(value, 300, y, true)];

/** A debit statement with one withdrawal and one deposit. */
const DEBIT = [
  ...[at('Periodo del 01/11/2026 al 30/11/2026', 30, 30)],
  ...labelled('Saldo anterior', '100.00', 42),
  ...labelled('Saldo final', '140.00', 54),
  ...[at('FECHA', 30, 80), at('CONCEPTO', 100, 80), at('RETIROS', 340, 80), at('DEPOSITOS', 430, 80)],
  ...[at('05/NOV', 30, 94), at('OXXO', 100, 94), at('10.00', 376, 94, true)],
  ...[at('06/NOV', 30, 106), at('NOMINA', 100, 106), at('50.00', 480, 106, true)],
];

describe('printed figures of a PDF', () => {
  it.each([
    ['No. de depósitos', '1', 'proven'],
    ['No. de depósitos', '9', 'unproven'],
    ['No. de retiros', '9', 'unproven'],
    ['Depósitos: 1 movimientos', '', 'proven'],
    ['Depósitos: 9 movimientos', '', 'unproven'],
    ['Retiros (1)', '10.00', 'proven'],
    ['Retiros (9)', '10.00', 'unproven'],
    ['Resumen: Saldo final', '140.00', 'proven'],
    ['Resumen: Saldo final', '1.00', 'unproven'],
  ])('the printed figure "%s %s" makes the statement %s', async (label, value, status) => {
    const [page] = [[...DEBIT, ...labelled(label, value, 150)]];
    expect((await proofIn(page)).status).toBe(status);
  });

  it('rejects a statement with more than 5,000 balances outside its rows', async () => {
    const table = [...DEBIT, at('SALDO', 520, 80)];
    const lines = (count: number) =>
      Array.from({ length: count }, (_, n) => [
        at('saldo', 100, 120 + n * 8),
        at('1.00', 546, 120 + n * 8, true),
      ]).flat();
    const pages = Array.from({ length: 67 }, () => lines(75));
    await expect(proofIn([...table, ...lines(1)], 'asset', ...pages)).rejects.toThrow('more than 5,000 totals');
  });

  /** A card statement with an installment purchase that appears only in the table of installments. */
  const card = (total: string) => [
    at('Periodo: 13-oct-2026 al 12-nov-2026', 30, 30),
    ...labelled('Pago para no generar intereses:', '$1,150.00', 42),
    ...labelled('Adeudo del periodo anterior', '$0.00', 54),
    ...labelled('Cargos regulares (no a meses)', '+ $150.00', 66),
    ...labelled('Cargos y compras a meses (capital)', '+ $1,000.00', 78),
    ...labelled('Saldo deudor total', '$1,150.00', 90),
    at('COMPRAS Y CARGOS DIFERIDOS A MESES SIN INTERESES', 30, 110),
    ...[
      'Fecha de la operación',
      'Descripción',
      'Monto original',
      'Saldo pendiente',
      'Pago requerido',
      'Núm. de pago',
    ].map((text, index) => ({ ...at(text, [30, 130, 260, 330, 400, 470][index]!, 124), size: 6 })),
    ...[at('30-sep-2026', 30, 136), at('LIVERPOOL', 130, 136), at('$3,000.00', 310, 136, true)],
    ...[at('$1,000.00', 385, 136, true), at('$1,000.00', 455, 136, true), at('2 de 3', 475, 136)],
    at('CARGOS, ABONOS Y COMPRAS REGULARES (NO A MESES)', 30, 160),
    ...[at('Fecha de la operación', 30, 174), at('Descripción del movimiento', 210, 174), at('Monto', 540, 174, true)],
    ...[at('15-oct-2026', 30, 188), at('AMAZON', 210, 188), at('+ $150.00', 540, 188, true)],
    ...[at('Total cargos', 210, 202), at(total, 540, 202, true)],
  ];

  it.each([
    ['of the regular table', '+ $150.00', 'proven'],
    ['of both tables', '+ $1,150.00', 'proven'],
    ['of neither table', '+ $151.00', 'unproven'],
  ])('compares a total %s with the rows', async (_, total, status) => {
    expect((await proofIn(card(total), 'liability')).status).toBe(status);
  });
});
