import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '@app/kernel/pure';
import { readStatement, type ReadingOptions } from './statement.js';

const ACCOUNT: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'asset' };
const CARD: ReadingOptions = { accountCurrency: 'MXN', accountKind: 'liability', accountType: 'credit_card' };

const read = (lines: readonly string[], options: ReadingOptions = ACCOUNT) =>
  readStatement(Buffer.from(lines.join('\n')), options);

/** Formats each row as `2026-03-13 -10.00 OXXO`, followed by the codes of its errors and warnings. */
function rowsOf(lines: readonly string[], options: ReadingOptions = ACCOUNT): string[] {
  return read(lines, options).rows.map(({ date, type, amountMinor, description, errors, warnings }) => {
    const amount = amountMinor === null ? '?' : formatAmount(type === 'expense' ? -amountMinor : amountMinor);
    return [date ?? '?', amount, description, ...[...errors, ...warnings].map(({ code }) => code)].join(' ');
  });
}

const doubtsOf = (lines: readonly string[], options: ReadingOptions = ACCOUNT) =>
  read(lines, options).warnings.map(({ code }) => code);

describe('rows above the header', () => {
  const HEADER = 'Fecha,Concepto,Importe';

  it('imports transactions above the header, even with an impossible date', () => {
    const file = ['BANCO', '', '13/03/2026,OXXO,-10.00', '32/03/2026,TACOS,-5.00', '', HEADER, '15/03/2026,PAGO,30.00'];
    expect(rowsOf(file)).toEqual(['2026-03-13 -10.00 OXXO', '? -5.00 TACOS DATE_INVALID', '2026-03-15 30.00 PAGO']);
    expect(read(file).detected).toMatchObject({
      preambleRows: 2,
      headerRow: 6,
      skippedLines: [{ line: 5, reason: 'blank' }],
    });
  });

  it('skips lines above the header that belong to another table', () => {
    const points = ['Fecha,Programa,Monto', '13/03/2026,Puntos,10.00'];
    expect(rowsOf([...points, HEADER, '14/03/2026,CFE,-20.00', '15/03/2026,PAGO,30.00'])).toHaveLength(2);
  });
});

describe('dated lines with a balance or total as description', () => {
  const NAMES = [
    'SALDO ANTERIOR AL 28/02/2026',
    'Saldo del periodo anterior',
    'Saldo al 31 de marzo de 2026',
    'SALDO AL CORTE',
    'Saldo disponible',
    'Balance brought forward',
    'Übertrag',
    'Kontostand',
    'Ancien solde',
    'Report à nouveau',
    'Solde au 28/02/2026',
    'Riporto',
    'Vorig saldo',
    'Eindsaldo',
    'Saldo z przeniesienia',
    'Saldo na 28.02.2026',
    'Остаток на начало периода',
    'Balans från föregående',
    'initial_available_balance',
    'Saldo inicial disponible',
    'Opening ledger balance',
    'Solde disponible initial',
    'Saldo disponível anterior',
  ];

  it.each(NAMES)('skips the dated balance line "%s" with a LINE_DOUBTFUL warning', (name) => {
    const file = ['Fecha,Concepto,Importe', `01/03/2026,${name},5000.00`, '13/03/2026,OXXO,-10.00'];
    expect(rowsOf(file)).toEqual(['2026-03-13 -10.00 OXXO']);
    expect(doubtsOf(file)).toEqual(['LINE_DOUBTFUL']);
  });

  const TOTALS = [
    'Gesamtbetrag',
    'Total des opérations',
    'Totaal af',
    'Razem',
    'Suma operacji',
    'Всего',
    'Summa',
    'Totalt',
  ];

  it.each(TOTALS)('skips the dated total "%s" only if it equals the sum of other rows', (name) => {
    const others = ['13/03/2026,OXXO,-10.00', '14/03/2026,Cine,-80.50'];
    expect(rowsOf(['Fecha,Concepto,Importe', `01/03/2026,${name},-90.50`, ...others])).toHaveLength(2);
    const file = ['Fecha,Concepto,Importe', `01/03/2026,${name},-90.40`, ...others];
    expect([rowsOf(file)[0], ...doubtsOf(file)]).toEqual([`2026-03-01 -90.40 ${name} LINE_DOUBTFUL`, 'LINE_DOUBTFUL']);
  });

  it.each([
    'Saldo Pérez Abogados',
    'Gesamtschule Förderverein',
    'Summa Seguros',
    'Balance Pilates',
    'Solde de compte 7',
  ])('imports the line "%s" as a transaction, although its description begins like a balance or total', (name) => {
    const file = ['Fecha,Concepto,Importe', `01/03/2026,${name},-50.00`, '13/03/2026,OXXO,-10.00'];
    expect(rowsOf(file)).toHaveLength(2);
  });
});

describe('additional amount columns', () => {
  const HEAD = 'Fecha,Concepto,';

  it('uses the net amount under any heading if a fee column explains the difference in each row', () => {
    const rows = [
      '13/03/2026,A,100.00,-3.50,96.50',
      '14/03/2026,B,200.00,0.00,200.00',
      '15/03/2026,C,-50.00,-1.00,-51.00',
    ];
    const net = ['2026-03-13 96.50 A', '2026-03-14 200.00 B', '2026-03-15 -51.00 C'];
    for (const heading of ['Valor de la operación,Cargos por servicio,Total a recibir', 'Amount,Fees,Total']) {
      expect(rowsOf([HEAD + heading, ...rows])).toEqual(net);
      expect(doubtsOf([HEAD + heading, ...rows])).toEqual([]);
    }
  });

  it('raises COLUMN_GUESSED for an unproven fee column and does not use it as the debit', () => {
    const file = [
      'Date,Description,Transaction value,Charges',
      '2026-03-13,Sale,100.00,-3.50',
      '2026-03-14,Sale,20.00,-1.00',
    ];
    expect(rowsOf(file)).toEqual(['2026-03-13 100.00 Sale', '2026-03-14 20.00 Sale']);
    expect(doubtsOf(file)).toEqual(['COLUMN_GUESSED']);
    const aside = [`${HEAD}Monto,Cargos por servicio`, '13/03/2026,A,-100.00,3.50', '14/03/2026,B,20.00,1.00'];
    expect(doubtsOf(aside)).toEqual(['COLUMN_GUESSED']);
  });

  it('raises COLUMN_GUESSED for a debit column without a credit column next to another amount', () => {
    const file = [`${HEAD}Cargo,Valor de la operación`, '13/03/2026,A,3.50,100.00', '14/03/2026,B,1.00,20.00'];
    expect(read(file).warnings).toMatchObject([{ code: 'COLUMN_GUESSED' }]);
    expect(read(file).warnings[0]?.detail).toContain('column 2 "Cargo" was taken as the debit');
  });

  it.each(['Monto original,Pago del mes', 'Monto total,Mensualidad', 'Importe original,Cargo del mes'])(
    'ignores the full price of a purchase in installments: %s',
    (headings) => {
      const file = [HEAD + headings, '13/03/2026,LIVERPOOL,12000.00,1000.00', '14/03/2026,PALACIO,6000.00,500.00'];
      expect(read(file, CARD).mapping).toMatchObject({ amount: 3, debit: null });
      expect(doubtsOf(file, CARD)).toEqual(['COLUMN_GUESSED', 'SIGN_UNLIKELY']);
    },
  );

  it('uses an amount column as the balance if its values follow from the amounts', () => {
    const rows = ['13/03/2026,A,90.00,-10.00', '14/03/2026,B,110.00,20.00', '15/03/2026,C,105.00,-5.00'];
    const file = [`${HEAD}Valor,Importe`, ...rows];
    expect(read(file).mapping).toMatchObject({ amount: 3, balance: 2 });
    expect(doubtsOf(file)).toEqual([]);
  });

  it('ignores the original amount in another currency', () => {
    const head = 'Date,Description,Original Amount,Original Currency,Amount,Currency';
    const file = [head, '2026-03-13,A,-1.00,USD,-18.10,MXN', '2026-03-14,B,-2.00,USD,-36.20,MXN'];
    expect(rowsOf(file)).toEqual(['2026-03-13 -18.10 A', '2026-03-14 -36.20 B']);
    expect(doubtsOf(file)).toEqual([]);
  });
});

describe('unquoted decimal commas without a header', () => {
  it('joins amounts that are split at a decimal comma, and warns if no balance confirms the amounts', () => {
    const file = ['03/03/2026,OXXO,-123,45', '13/03/2026,PAGO,250,50', '14/03/2026,CFE,-99,10'];
    expect(rowsOf(file)).toEqual(['2026-03-03 -123.45 OXXO', '2026-03-13 250.50 PAGO', '2026-03-14 -99.10 CFE']);
    expect(doubtsOf(file)).toEqual(['COLUMN_GUESSED']);
    const balanced = file.map((row, at) => `${row},${['4876,55', '5127,05', '5027,95'][at]}`);
    expect(rowsOf(balanced)).toEqual(rowsOf(file));
    expect(doubtsOf(balanced)).toEqual([]);
  });

  it('does not join an amount with an adjacent two-digit code', () => {
    const file = ['03/03/2026,OXXO,123,45', '13/03/2026,PAGO,250,50'];
    expect(read(file).mapping).not.toMatchObject({ decimalSeparator: ',' });
  });
});

describe('sections of a file', () => {
  const HEADER = 'Fecha,Concepto,Importe';
  const table = (...rows: string[]) => [HEADER, ...rows];
  const BOOKED = table('13/03/2026,OXXO,-12.50', '14/03/2026,NOMINA,3000.00');

  it.each(['MOVIMIENTOS PENDIENTES', 'Compras pendientes de aplicar', 'Pending transactions', 'Vorgemerkte Umsätze'])(
    'flags rows under the title %s as not booked until the next title',
    (title) => {
      const more = ['', 'Movimientos del mes', ...table('16/03/2026,CINE,-9.00')];
      const file = [...BOOKED, '', title, ...table('15/03/2026,UBER,-50.00'), ...more];
      expect(rowsOf(file)).toEqual([
        '2026-03-13 -12.50 OXXO',
        '2026-03-14 3000.00 NOMINA',
        '2026-03-15 -50.00 UBER NOT_BOOKED',
        '2026-03-16 -9.00 CINE',
      ]);
      expect(doubtsOf(file)).toEqual(['ROWS_NOT_BOOKED']);
    },
  );

  it('does not flag rows below a line that says pending rows are not included', () => {
    expect(doubtsOf(['No incluye movimientos pendientes', ...BOOKED])).toEqual([]);
  });

  it('raises SEVERAL_ACCOUNTS if the section titles name different accounts', () => {
    expect(doubtsOf(['Cuenta: 111', ...BOOKED, 'Cuenta: 222', ...table('15/03/2026,UBER,-50.00')])).toEqual([
      'SEVERAL_ACCOUNTS',
    ]);
    expect(doubtsOf(['Cuenta: 111', ...BOOKED, 'Cuenta: 111', ...table('15/03/2026,UBER,-50.00')])).toEqual([]);
  });

  it('applies HTML headings between tables to the rows below them', () => {
    const cells = (tag: string, row: string) => row.replace(/[^,]+/g, `<${tag}>$&</${tag}>`).replaceAll(',', '');
    const tableOf = (row: string) => `<table><tr>${cells('th', HEADER)}</tr><tr>${cells('td', row)}</tr></table>`;
    const page = (...titles: string[]) => [
      `<html><h2>${titles[0]}</h2>${tableOf('13/03/2026,OXXO,-12.50')}<h2>${titles[1]}</h2>${tableOf('15/03/2026,UBER,-50.00')}</html>`,
    ];
    expect(doubtsOf(page('Cuenta 1', 'Cuenta 2'))).toEqual(['SEVERAL_ACCOUNTS']);
    expect(rowsOf(page('Movimientos', 'Movimientos pendientes'))[1]).toBe('2026-03-15 -50.00 UBER NOT_BOOKED');
  });
});

describe('booking state detection', () => {
  const file = (heading: string, booked: string, pending: string) => [
    `Fecha,Concepto,${heading},Importe`,
    `13/03/2026,OXXO,${booked},-12.50`,
    `14/03/2026,UBER,${pending},-50.00`,
    `15/03/2026,NOMINA,${booked},3000.00`,
  ];

  it.each([
    ['Situación', 'Completado', 'Pendiente'],
    ['Fase', 'Contabilizado', 'No contabilizado'],
    ['Aplicado', 'SI', 'NO'],
    ['Settlement status', 'Settled', 'Unsettled'],
    ['Buchungsstatus', 'gebucht', 'vorgemerkt'],
    ['', 'Completado', 'Cancelado'],
    ['Observaciones', '', 'CARGO CANCELADO'],
  ])('detects a booking state under the heading "%s"', (...column) => {
    expect(rowsOf(file(...column))[1]).toBe('2026-03-14 -50.00 UBER NOT_BOOKED');
    expect(doubtsOf(file(...column))).toEqual(['ROWS_NOT_BOOKED']);
  });

  it('raises STATE_UNKNOWN for a state with additional words', () => {
    expect(doubtsOf(file('Type', 'Card payment', 'Pending card payment'))).toEqual([
      'ROWS_NOT_BOOKED',
      'STATE_UNKNOWN',
    ]);
  });

  it('does not read a booking state from a column of personal notes', () => {
    expect(doubtsOf(file('Notas', '', 'suscripción cancelada'))).toEqual([]);
  });
});

describe('amounts in two currencies', () => {
  it('reports CURRENCY_MISMATCH if only the foreign amount is nonzero', () => {
    const rows = ['13/03/2026,OXXO,-12.50,0.00', '14/03/2026,AMAZON,0.00,-35.10', '15/03/2026,NADA,0.00,0.00'];
    expect(rowsOf(['Fecha,Concepto,Importe Pesos,Importe Dólares', ...rows])).toEqual([
      '2026-03-13 -12.50 OXXO',
      '2026-03-14 0.00 AMAZON CURRENCY_MISMATCH',
      '2026-03-15 0.00 NADA AMOUNT_ZERO',
    ]);
  });

  it('does not use amounts in two currencies as debit and credit', () => {
    const file = ['Fecha,Concepto,Cargo MXN,Cargo USD', '13/03/2026,OXXO,12.50,', '14/03/2026,AMAZON,,35.10'];
    expect(read(file).mapping).toMatchObject({ debit: 2, credit: null });
    expect(rowsOf(file)).toEqual(['2026-03-13 -12.50 OXXO', '2026-03-14 ? AMAZON AMOUNT_MISSING CURRENCY_MISMATCH']);
  });
});

describe('dates with day and month swapped by a spreadsheet', () => {
  const balanced = [
    '03/03/2026,A,-100.00,900.00',
    '03/07/2026,B,-50.00,850.00',
    '15/03/2026,C,-20.00,830.00',
    '19/03/2026,D,-30.00,800.00',
  ];

  it('raises DATE_AMBIGUOUS and BALANCE_BREAK for a swapped date if the file has balances', () => {
    expect(rowsOf(['Fecha,Concepto,Importe,Saldo', ...balanced])[1]).toBe(
      '2026-07-03 -50.00 B DATE_AMBIGUOUS BALANCE_BREAK',
    );
    expect(
      rowsOf(['Fecha,Concepto,Importe,Saldo', ...balanced]).filter((row) => row.includes('AMBIGUOUS')),
    ).toHaveLength(1);
  });

  it('warns about swapped dates in a file without balances only if there are two of them', () => {
    const bare = balanced.map((row) => row.replace(/,[^,]*$/, ''));
    expect(rowsOf(['Fecha,Concepto,Importe', ...bare]).join()).not.toContain('AMBIGUOUS');
    const two = [bare[0]!, bare[1]!, '03/11/2026,E,-1.00', ...bare.slice(2)];
    expect(rowsOf(['Fecha,Concepto,Importe', ...two]).filter((row) => row.includes('AMBIGUOUS'))).toHaveLength(2);
  });
});

describe('doubtful signs', () => {
  it('raises no warning about income words on expenses if the balance confirms the signs', () => {
    const rows = [
      '03/03/2026,OXXO,-10.00,4990.00',
      '07/03/2026,REEMBOLSO A CLIENTE,-50.00,4940.00',
      '11/03/2026,DEPOSITO EN GARANTIA,-90.00,4850.00',
    ];
    expect(doubtsOf(['Fecha,Concepto,Importe,Saldo', ...rows])).toEqual([]);
  });

  it('raises no warning about refunds and payments on a card', () => {
    const rows = [
      '03/03/2026,OXXO,-10.00',
      '07/03/2026,DEVOLUCION,300.00',
      '11/03/2026,SU ABONO GRACIAS,5000.00',
      '19/03/2026,BONO,50.00',
    ];
    expect(doubtsOf(['Fecha,Concepto,Importe', ...rows], CARD)).toEqual([]);
  });

  it('uses a sign that contradicts the direction column, and raises SIGN_UNLIKELY', () => {
    const rows = [
      ...['03/03/2026,OXXO,Cargo,-10.00', '04/03/2026,UBER,Cargo,-20.00', '05/03/2026,PAGO,Abono,30.00'],
      ...['06/03/2026,CINE,Cargo,-5.00', '31/03/2026,CFE,Abono,-890.50'],
    ];
    expect(rowsOf(['Fecha,Concepto,Tipo,Monto', ...rows])[4]).toBe('2026-03-31 -890.50 CFE');
    expect(doubtsOf(['Fecha,Concepto,Tipo,Monto', ...rows])).toEqual(['SIGN_UNLIKELY']);
  });
});

describe('currency signs and debit or credit marks', () => {
  it.each([
    ['BRL', '-R$ 12,50', 'R$ 3.000,00'],
    ['BRL', 'R$ -12,50', 'R$3.000,00'],
    ['SEK', '-12,50 kr', '3 000,00 kr'],
    ['INR', '-₹12.50', '₹3,000.00'],
    ['PEN', '-S/ 12.50', 'S/.3,000.00'],
    ['NIO', '-C$12.50', 'C$3,000.00'],
    ['DOP', '-RD$12.50', 'RD$3,000.00'],
    ['GTQ', '-Q12.50', 'Q3,000.00'],
    ['CNY', '-¥12.50', '¥3,000.00'],
    ['EUR', '12,50 S', '3.000,00 H'],
    ['EUR', '12,50 Af', '3.000,00 Bij'],
    ['MXN', '12.50 D', '3,000.00 C'],
    ['MXN', '12.50 C', '3,000.00 A'],
  ])('reads %s amounts such as %s and %s', (accountCurrency, spent, received) => {
    const file = ['Fecha;Concepto;Importe', `13/03/2026;OXXO;${spent}`, `14/03/2026;NOMINA;${received}`];
    expect(rowsOf(file, { ...ACCOUNT, accountCurrency })).toEqual([
      '2026-03-13 -12.50 OXXO',
      '2026-03-14 3000.00 NOMINA',
    ]);
  });

  it('reports CURRENCY_MISMATCH for the sign of another currency', () => {
    const file = ['Fecha;Concepto;Importe', '13/03/2026;PADARIA;-R$ 12,50', '14/03/2026;OXXO;-$ 3,00'];
    expect(rowsOf(file)[0]).toBe('2026-03-13 -12.50 PADARIA CURRENCY_MISMATCH');
  });

  it('does not read a letter after a whole number as a debit or credit mark', () => {
    const file = ['Fecha;Concepto;Importe', '13/03/2026;OXXO;-12.50', '14/03/2026;NOMINA;12 D'];
    expect(rowsOf(file)[1]).toBe('2026-03-14 ? NOMINA AMOUNT_INVALID');
  });
});

describe('statement period', () => {
  it('completes dates with the year of a period that has month names and two-digit years', () => {
    const rows = ['30/DIC,OXXO,12.50,', '02/ENE,NOMINA,,3000.00'];
    const file = ['PERIODO DEL 11-DIC-25 AL 10-ENE-26', '', 'Fecha,Concepto,Cargos,Abonos', ...rows];
    expect(rowsOf(file)).toEqual(['2025-12-30 -12.50 OXXO', '2026-01-02 3000.00 NOMINA']);
  });
});
