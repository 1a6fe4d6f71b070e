import { describe, expect, it } from '@jest/globals';
import { amountFact, countFact, dateFact } from './fact-labels.js';
import { figuresOfLine } from './figures.js';
import { pdfDate, periodIn } from './pdf-dates.js';
import { proofOf, type ProofFacts } from './proof.js';

const NOVEMBER = { period: { start: '2026-11-01', end: '2026-11-30' }, year: null } as const;

describe('pdfDate', () => {
  it.each([
    '05/NOV',
    '05-NOV-2026',
    '05-NOV-26',
    '05 NOV',
    '05 NOV 2026',
    'NOV. 05',
    '2026-11-05',
    '05/11/26',
    '05',
    '5 de noviembre de 2026',
  ])('parses the date %s', (text) => {
    expect(pdfDate(text, NOVEMBER)).toEqual({ day: '2026-11-05' });
  });

  it('infers the year from the period, even across New Year', () => {
    const context = { period: { start: '2026-12-16', end: '2027-01-15' }, year: null } as const;
    expect([pdfDate('20/DIC', context), pdfDate('03/ENE', context)]).toEqual([
      { day: '2026-12-20' },
      { day: '2027-01-03' },
    ]);
  });

  it('returns a null day without a year or period, and prefers the client’s year to the period', () => {
    expect(pdfDate('05/NOV', { period: null, year: null })).toEqual({ day: null });
    expect(pdfDate('05/NOV', { ...NOVEMBER, year: 2024 })).toEqual({ day: '2024-11-05' });
  });

  it.each(['OXXO', '12.05', '1,250.50', '99', '4410', 'NOVIEMBRE', '05/NOV/X'])('rejects %s as a date', (text) => {
    expect(pdfDate(text, NOVEMBER)).toBeNull();
  });
});

describe('periodIn', () => {
  it.each([
    'PERIODO DEL 01/11/2026 AL 30/11/2026',
    'Del 1 al 30 de noviembre de 2026',
    'Periodo: 01-nov-2026 al 30-nov-2026',
    '01 NOV 2026 - 30 NOV 2026',
    'Statement period November 1, 2026 - November 30, 2026',
    'Nov 1 - Nov 30, 2026',
    'Periodo: noviembre 2026',
    '01-NOV-26/30-NOV-26',
    'DEL 1o. AL 30 DE NOVIEMBRE DE 2026',
    '01NOV2026 al 30NOV2026',
    'NOVIEMBRE DEL 2026 (30 DIAS)',
    'Estado de cuenta de noviembre de 2026',
  ])('finds the statement period in "%s"', (text) => {
    expect(periodIn(text)).toEqual(NOVEMBER.period);
  });
});

describe('figuresOfLine', () => {
  const read = (text: string) => {
    let x = 0;
    const words = text.split(' ').map((word) => {
      const placed = { text: word, x0: x, x1: x + word.length * 4 };
      x = placed.x1 + 2;
      return placed;
    });
    return figuresOfLine(words, 8).figures.map(({ minor, sign }) => [Number(minor), sign]);
  };

  it.each([
    ['1,234.56', 123456, null],
    ['$ 1,234.56', 123456, null],
    ['1,234.56-', 123456, '-'],
    ['- $1,234.56', 123456, '-'],
    ['+ $1,234.56', 123456, '+'],
    ['1,234.56 -', 123456, '-'],
    ['-$0.50', 50, '-'],
  ])('reads the figure %s with its sign', (text, minor, sign) => {
    expect(read(text)).toEqual([[minor, sign]]);
  });

  it('finds no figures in reference numbers, dates and codes', () => {
    expect(read('REF 0012345678 05/11/2026 T17 12.5 1.2.3')).toEqual([]);
  });
});

describe('labels of printed figures', () => {
  it.each([
    ['Saldo anterior', 'opening'],
    ['Saldo final del periodo anterior', 'opening'],
    ['Previous balance', 'opening'],
    ['Adeudo del periodo anterior', 'opening'],
    ['Saldo final', 'closing'],
    ['Saldo al corte', 'closing'],
    ['Saldo al 30 de noviembre de 2026', 'closing'],
    ['Depósitos / Abonos', 'credits'],
    ['Total de retiros', 'charges'],
    ['Cargos regulares (no a meses)', 'chargesPart'],
    ['Pago para no generar intereses', 'avoidInterest'],
    ['Pago mínimo', 'minimumPayment'],
    ['Intereses ganados', 'interest'],
  ])('maps the label "%s" to %s', (label, fact) => {
    expect(amountFact(label)).toBe(fact);
  });

  it.each([
    'Saldo promedio',
    'Saldo disponible',
    'Retiros en efectivo',
    'Límite de crédito',
    'Pago mínimo + compras a meses',
    'TOTAL PLAY',
  ])('does not recognize the label "%s"', (label) => {
    expect(amountFact(label)).toBeNull();
  });

  it('recognizes the labels of counts and dates', () => {
    expect(['Total movimientos cargos', 'Número de depósitos', 'Total de movimientos'].map(countFact)).toEqual([
      ...['chargeCount', 'creditCount', 'rowCount'],
    ]);
    expect(['Fecha de corte', 'Fecha límite de pago', 'Fecha'].map(dateFact)).toEqual(['cutOff', 'dueDate', null]);
  });
});

describe('proofOf', () => {
  const place = (line: number) => ({ page: 1, line });
  const none = { totals: [], parts: [], extras: [] };
  const facts: ProofFacts = {
    ...{ sign: 1, opening: [{ ...place(1), minor: '10000' }], closing: [{ ...place(2), minor: '9000' }] },
    ...{ charges: none, credits: none, counts: [], checkpoints: [] },
  };
  const rows = [
    { ...place(10), index: 0, change: -600n, balance: 9400n },
    { ...place(11), index: 1, change: -600n, balance: 8800n },
    { ...place(12), index: 2, change: 200n, balance: 9000n },
  ];

  it('proves rows that lead from the opening to the closing balance', () => {
    expect(proofOf(facts, rows)).toMatchObject({
      status: 'proven',
      difference: '0.00',
      chargesRead: '12.00',
      creditsRead: '2.00',
    });
  });

  it('returns partial if the closing balance is missing', () => {
    expect(proofOf({ ...facts, closing: [] }, rows)).toMatchObject({ status: 'partial', difference: null });
  });

  it('reports a wrong running balance once', () => {
    const wrong = rows.map((row) => (row.index === 1 ? { ...row, balance: 8801n } : row));
    expect(proofOf(facts, wrong)).toMatchObject({ status: 'unproven', failing: [{ ...place(11) }] });
  });

  it('reports a wrong amount at its row and at the closing balance', () => {
    const wrong = rows.map((row) => (row.index === 1 ? { ...row, change: -500n } : row));
    expect(proofOf(facts, wrong).failing).toMatchObject([place(11), place(2)]);
  });

  it('reports an opening balance that differs from an earlier opening balance', () => {
    const opening = [...facts.opening, { ...place(5), minor: '10001' }];
    expect(proofOf({ ...facts, opening }, rows).failing).toMatchObject([place(5)]);
  });

  it('accepts a charge total that excludes interest or fees, and reports a wrong count', () => {
    const charges = { totals: [{ ...place(3), minor: '1100' }], parts: [], extras: ['100'] };
    const counts = [{ ...place(4), side: 'credits' as const, count: 2 }];
    expect(proofOf({ ...facts, charges }, rows)).toMatchObject({ status: 'proven', chargesPrinted: '12.00' });
    expect(proofOf({ ...facts, counts }, rows).failing).toMatchObject([place(4)]);
  });

  it('treats the balances of a card as amounts owed', () => {
    const card = { ...facts, sign: -1 as const, closing: [{ ...place(2), minor: '11000' }] };
    const owed = rows.map((row) => ({ ...row, balance: null }));
    expect(proofOf(card, owed)).toMatchObject({ status: 'proven', difference: '0.00' });
  });

  it('does not prove a statement that has a row without an amount', () => {
    expect(proofOf(facts, [...rows, { ...place(13), index: 3, change: null, balance: null }]).status).toBe('unproven');
  });
});
