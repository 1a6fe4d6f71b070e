import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '@app/kernel/pure';
import { readStatement } from '../statement.js';

function read(lines: readonly string[]) {
  const { rows, warnings, detected } = readStatement(Buffer.from(lines.join('\n')), {
    accountCurrency: 'MXN',
    accountKind: 'asset',
  });
  return {
    rows: rows.map(({ description, amountMinor, type }) => {
      const minor = amountMinor ?? 0n;
      return `${description} ${formatAmount(type === 'expense' ? -minor : minor)}`;
    }),
    skipped: detected.skippedLines.map(({ line, reason }) => `${line} ${reason}`),
    doubts: warnings.map(({ code }) => code),
  };
}

const SIGNED = 'Fecha;Detalle;Importe';
const BALANCED = 'Fecha;Detalle;Cargo;Abono;Saldo';
const ROWS = ['03/06/2026;Farmacia;-82.10', '04/06/2026;Mercado;-40.30', '05/06/2026;Sueldo;900.00'];

describe('dated lines whose description is a word for a total', () => {
  it.each(['TOTAL', 'Suma', 'SALDO', 'Totals', 'Summe', 'Subtotal'])(
    'raises LINE_DOUBTFUL and reads a line named %s as a row if its amount is not a sum of other rows',
    (name) => {
      for (const at of [0, 1, 3]) {
        const lines = ROWS.toSpliced(at, 0, `06/06/2026;${name};-515.00`);
        const { rows, skipped, doubts } = read([SIGNED, ...lines]);
        expect([rows[at], skipped, doubts]).toEqual([`${name} -515.00`, [], ['LINE_DOUBTFUL']]);
      }
    },
  );

  it.each([
    ['the sum of all rows', '777.60'],
    ['the sum of the expenses', '-122.40'],
    ['the sum of the expenses without a minus sign', '122.40'],
    ['the sum of the income', '900.00'],
  ])('skips a total that equals %s', (_, sum) => {
    for (const at of [0, 3]) {
      const lines = ROWS.toSpliced(at, 0, `06/06/2026;TOTAL;${sum}`);
      expect(read([SIGNED, ...lines])).toMatchObject({ skipped: [`${at + 2} total`], doubts: [] });
    }
  });

  it('skips subtotals, but not a line named like a total that repeats the amount of one of several expenses', () => {
    const subtotals = [...ROWS.slice(0, 2), '04/06/2026;Subtotal;-122.40', ROWS[2]!, '05/06/2026;Subtotal;900.00'];
    expect(read([SIGNED, ...subtotals])).toMatchObject({
      rows: ['Farmacia -82.10', 'Mercado -40.30', 'Sueldo 900.00'],
    });
    const single = [ROWS[0]!, '03/06/2026;Suma;-82.10', ROWS[1]!, ROWS[2]!];
    expect(read([SIGNED, ...single])).toMatchObject({ skipped: [], doubts: ['LINE_DOUBTFUL'] });
  });

  it('skips a total even if one of its rows is named like a total', () => {
    const lines = ['02/06/2026;TOTAL;-650.00', ...ROWS.slice(0, 2), '30/06/2026;Total;-772.40'];
    const { rows, skipped } = read([SIGNED, ...lines]);
    expect([rows[0], skipped]).toEqual(['TOTAL -650.00', ['5 total']]);
  });

  it('reads a line named TOTAL as a row only if the next balance includes its amount', () => {
    const rows = ['03/06/2026;Farmacia;82.10;;917.90', '05/06/2026;Mercado;40.30;;377.60'];
    const shop = rows.toSpliced(1, 0, '04/06/2026;TOTAL;500.00;;417.90');
    expect(read([BALANCED, ...shop])).toMatchObject({ skipped: [], doubts: [] });
    const unseen = rows.toSpliced(1, 0, '04/06/2026;TOTAL;500.00;;');
    expect(read([BALANCED, ...unseen])).toMatchObject({ skipped: [], doubts: [] });
    const ignored = ['03/06/2026;Farmacia;82.10;;917.90', '04/06/2026;TOTAL;500.00;;', '05/06/2026;Pan;40.30;;877.60'];
    expect(read([BALANCED, ...ignored])).toMatchObject({ skipped: ['3 total'], doubts: [] });
  });

  it('skips a total with both a debit and a credit', () => {
    const rows = ['03/06/2026;Farmacia;82.10;', '05/06/2026;Sueldo;;900.00'];
    expect(read(['Fecha;Detalle;Cargo;Abono', ...rows, '30/06/2026;Totales;80.00;850.00'])).toMatchObject({
      skipped: ['4 total'],
      doubts: [],
    });
  });
});

describe('undated lines whose description is a word for a total', () => {
  it('skips an undated total, and raises LINE_DOUBTFUL if its name is a description and its amount is not a sum', () => {
    expect(read([SIGNED, ...ROWS, ';TOTAL;-515.00'])).toMatchObject({
      skipped: ['5 total'],
      doubts: ['LINE_DOUBTFUL'],
    });
    expect(read([SIGNED, ...ROWS, ';TOTAL;777.60'])).toMatchObject({ skipped: ['5 total'], doubts: [] });
    expect(read([SIGNED, ...ROWS, 'TOTAL;;-515.00'])).toMatchObject({ skipped: ['5 total'], doubts: [] });
  });
});

describe('balance lines', () => {
  const REPORT = 'DATE;RECORD_TYPE;DESCRIPTION;NET_CREDIT_AMOUNT;NET_DEBIT_AMOUNT';
  const RELEASES = ['2026-06-03;release;sale;320.00;0.00', '2026-06-04;release;payout;0.00;150.00'];

  it.each([
    'initial_available_balance',
    'available_balance',
    'saldo_inicial_disponible',
    'Saldo disponible',
    'closing balance',
    'saldo disponível',
    'solde initial',
    'apertura',
    'Balance',
  ])('skips a balance line with the record type "%s"', (kind) => {
    for (const at of [0, 1, 2]) {
      const lines = RELEASES.toSpliced(at, 0, `2026-06-04;${kind};;5000.00;0.00`);
      expect(read([REPORT, ...lines])).toMatchObject({ rows: ['sale 320.00', 'payout -150.00'], doubts: [] });
      expect(read([REPORT.replace('RECORD_TYPE', 'Tipo de registro'), ...lines]).rows).toHaveLength(2);
    }
  });

  it('skips a line whose amount equals its balance, except in the first row', () => {
    const lines = [
      '03/06/2026;Farmacia;82.10;;917.90',
      '04/06/2026;Kassenbestand;;917.90;917.90',
      '05/06/2026;Pan;7.90;;910.00',
    ];
    expect(read([BALANCED, ...lines])).toMatchObject({
      rows: ['Farmacia -82.10', 'Pan -7.90'],
      skipped: ['3 balance'],
    });
    const first = ['02/06/2026;Opening deposit;;1000.00;1000.00', '03/06/2026;Farmacia;82.10;;917.90'];
    expect(read([BALANCED, ...first])).toMatchObject({ rows: ['Opening deposit 1000.00', 'Farmacia -82.10'] });
  });

  it('skips opening and closing balances, and warns if the balances do not match the transactions', () => {
    const lines = ['01/06/2026;Saldo inicial;200.00', ...ROWS, '30/06/2026;Saldo final;977.60'];
    expect(read([SIGNED, ...lines])).toMatchObject({ skipped: ['2 opening-balance', '6 closing-balance'], doubts: [] });
    const differing = lines.with(-1, '30/06/2026;Saldo final;977.00');
    expect(read([SIGNED, ...differing])).toMatchObject({
      skipped: ['2 opening-balance', '6 closing-balance'],
      doubts: ['LINE_DOUBTFUL'],
    });
  });
});
