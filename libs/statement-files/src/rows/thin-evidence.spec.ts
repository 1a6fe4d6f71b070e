import { describe, expect, it } from '@jest/globals';
import { formatAmount } from '@app/kernel/pure';
import { readStatement } from '../statement.js';

const read = (lines: readonly string[], isCard = false, accountCurrency = 'MXN') => {
  const { rows, warnings, mapping } = readStatement(Buffer.from(lines.join('\n')), {
    accountCurrency,
    accountKind: isCard ? 'liability' : 'asset',
    accountType: isCard ? 'credit_card' : 'checking',
  });
  const amounts = rows.map(({ amountMinor, type, errors: [error] }) => {
    if (error) return error.code;
    return formatAmount(type === 'expense' ? -amountMinor! : amountMinor!);
  });
  return { amounts, doubts: warnings.map(({ code }) => code), mapping };
};

describe('debit and credit headings that contradict the balance', () => {
  it.each(['Withdrawal,Deposit', 'Cargo,Abono', 'Debit,Credit', 'Soll,Haben'])(
    'trusts the headings %s more than a single balance step, and raises a warning',
    (sides) => {
      const lines = [
        `Date,Details,${sides},Balance`,
        '2026-04-02,Pay,,700.00,1700.00',
        '2026-04-03,Shop,60.00,,1760.00',
      ];
      expect(read(lines)).toMatchObject({ amounts: ['700.00', '-60.00'], doubts: ['SIGN_UNLIKELY'] });
      const third = '2026-04-09,Shop,20.00,,1200.00';
      expect(read([...lines, third])).toMatchObject({
        amounts: ['700.00', '-60.00', '-20.00'],
        doubts: ['SIGN_UNLIKELY'],
      });
    },
  );

  it('trusts several consistent balance steps more than the debit and credit headings', () => {
    const lines = [
      'Date,Details,Debit,Credit,Balance',
      '2026-04-02,Pay,700.00,,1700.00',
      '2026-04-03,Shop,,60.00,1640.00',
      '2026-04-09,Refund,20.00,,1660.00',
    ];
    expect(read(lines)).toMatchObject({
      ...{ amounts: ['700.00', '-60.00', '20.00'], doubts: [] },
      mapping: { debit: 3, credit: 2 },
    });
  });
});

describe('debits and credits with both signs', () => {
  const HEAD = 'Fecha,Concepto,Cargo,Abono,Saldo';

  it('raises SIGN_UNLIKELY if the balance breaks at a row with the rarer sign', () => {
    const lines = [
      HEAD,
      '02/04/2026,A,60.00,,940.00',
      '13/04/2026,B,10.00,,930.00',
      '14/04/2026,C,-25.00,,901.00',
      '15/04/2026,D,,100.00,1001.00',
      '16/04/2026,E,1.00,,1000.00',
    ];
    expect(read(lines)).toMatchObject({ amounts: ['-60.00', '-10.00', '25.00', '100.00', '-1.00'] });
    expect(read(lines).doubts).toEqual(['SIGN_UNLIKELY']);
    expect(read(lines.with(3, '14/04/2026,C,-25.00,,955.00').with(4, '15/04/2026,D,,46.00,1001.00')).doubts).toEqual(
      [],
    );
  });

  it('raises SIGN_UNLIKELY if the balance fits two readings of the signs', () => {
    const lines = [HEAD, '02/04/2026,A,-60.00,,940.00', '13/04/2026,B,10.00,,930.00', '14/04/2026,C,20.00,,910.00'];
    expect(read(lines).doubts).toEqual(['SIGN_UNLIKELY']);
  });
});

describe('payment processor exports', () => {
  it.each([
    ['Date,Details,Type,Gross,Fee,Net', ['charge', 'charge', 'refund']],
    ['Fecha,Concepto,Tipo,Bruto,Comisión,Neto', ['cargo', 'cargo', 'reembolso']],
    ['Date,Details,Type,Amount,Processing fee,Net', ['Charge', 'Charge', 'Refund']],
  ])('preserves the signs and deducts the fees of a payment processor export: %s', (head, [first, second, third]) => {
    const lines = [
      head,
      `2026-04-02,Order 7,${first},80.00,2.40,77.60`,
      `2026-04-03,Order 8,${second},30.00,0.90,29.10`,
      `2026-04-04,Order 7,${third},-80.00,0.00,-80.00`,
    ];
    expect(read(lines)).toMatchObject({ amounts: ['77.60', '29.10', '-80.00'], doubts: [] });
    const negative = lines.map((line) => line.replace(/,(2\.40|0\.90),/, ',-$1,'));
    expect(read(negative)).toMatchObject({ amounts: ['77.60', '29.10', '-80.00'], doubts: [] });
  });

  it('raises SIGN_UNLIKELY if the amounts of a payment processor export have no signs', () => {
    const lines = [
      'Date,Details,Type,Gross,Fee,Net',
      '2026-04-02,A,charge,80.00,2.40,77.60',
      '2026-04-04,A,refund,80.00,0.00,80.00',
    ];
    expect(read(lines).doubts).toEqual(['SIGN_UNLIKELY']);
  });

  it('raises SIGN_UNLIKELY if only the words charge and refund decide the signs, except on a card', () => {
    const lines = [
      'Date,Details,Type,Amount',
      '2026-04-02,A,charge,80.00',
      '2026-04-03,B,charge,30.00',
      '2026-04-04,A,refund,-80.00',
    ];
    expect(read(lines)).toMatchObject({ amounts: ['-80.00', '-30.00', '80.00'], doubts: ['SIGN_UNLIKELY'] });
    expect(read(lines, true)).toMatchObject({ amounts: ['-80.00', '-30.00', '80.00'], doubts: [] });
  });

  it('trusts the balance more than a column of charges and refunds', () => {
    const lines = [
      'Date,Details,Type,Amount,Balance',
      '2026-04-02,A,charge,80.00,80.00',
      '2026-04-03,B,charge,30.00,110.00',
      '2026-04-04,A,refund,-80.00,30.00',
    ];
    expect(read(lines)).toMatchObject({
      amounts: ['80.00', '30.00', '-80.00'],
      doubts: [],
      mapping: { direction: null },
    });
  });
});

describe('debit and credit marks in an unnamed column', () => {
  it.each([
    ['with a plus sign', '"+ £1,060.00"'],
    ['without a sign', '"1,060.00"'],
    ['with a currency sign', '"£1,060.00"'],
  ])('applies a mark in the next column to the amount %s', (_, payment) => {
    const rows = ['13 Apr 2026,Books,£7.50,', '14 Apr 2026,Tea,£2.50,', `15 Apr 2026,Direct debit,${payment},CR`];
    for (const isCard of [true, false]) {
      for (const lines of [
        ['Date,Details,Amount,', ...rows],
        ['Date,Details,Amount', ...rows],
      ]) {
        expect(read(lines, isCard, 'GBP')).toMatchObject({ amounts: ['-7.50', '-2.50', '1060.00'], doubts: [] });
      }
    }
  });

  it('trusts a debit or credit mark more than the sign that the balance gives the other amounts', () => {
    const lines = [
      'Date,Details,Amount,,Balance',
      '13 Apr 2026,Books,£7.50,,£107.50',
      '14 Apr 2026,Tea,£2.50,,£110.00',
      '15 Apr 2026,Direct debit,+ £60.00,CR,£50.00',
      '16 Apr 2026,Tea,£2.50,,£52.50',
    ];
    expect(read(lines, true, 'GBP')).toMatchObject({ amounts: ['-7.50', '-2.50', '60.00', '-2.50'], doubts: [] });
  });
});
