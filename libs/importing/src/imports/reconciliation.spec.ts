import { describe, expect, it } from '@jest/globals';
import { Money } from '@app/kernel/pure';
import { reconciliation, type Reconciled, type StatementBalances } from './reconciliation.js';

const pesos = (minor: bigint) => Money.ofMinor(minor, 'MXN');
const rows = (fields: Partial<StatementBalances> = {}): StatementBalances => ({
  ...{ opening: '10000', closing: '67450', index: null, line: null, expected: null, found: null },
  ...fields,
});
const known = (fields: Partial<Reconciled> = {}): Reconciled => ({
  ...{ accountKind: 'asset', balanceSign: 1, rows: rows(), statedOpening: null, statedClosing: null },
  ...{ accountBalance: pesos(10000n), readyChange: pesos(57450n) },
  ...fields,
});

describe('reconciliation', () => {
  it('reports no difference if the account balance will equal the closing balance of the statement', () => {
    expect(reconciliation(known())).toEqual({
      ...{
        openingBalance: '100.00',
        closingBalance: '674.50',
        accountBalance: '100.00',
        accountBalanceAfter: '674.50',
      },
      ...{ difference: '0.00', firstBreak: null },
    });
  });

  it('reports the closing balance minus the expected account balance as the difference', () => {
    expect(reconciliation(known({ readyChange: pesos(50000n) }))).toMatchObject({ difference: '74.50' });
    expect(reconciliation(known({ accountBalance: pesos(20000n) }))).toMatchObject({ difference: '-100.00' });
  });

  it('reports card balances as the amount owed, regardless of their sign in the file', () => {
    const card = { accountKind: 'liability', accountBalance: pesos(25000n), readyChange: pesos(-7000n) } as const;
    const shown = {
      ...{
        openingBalance: '250.00',
        closingBalance: '320.00',
        accountBalance: '250.00',
        accountBalanceAfter: '320.00',
      },
      ...{ difference: '0.00', firstBreak: null },
    };
    expect(
      reconciliation(known({ ...card, balanceSign: -1, rows: rows({ opening: '25000', closing: '32000' }) })),
    ).toEqual(shown);
    expect(
      reconciliation(known({ ...card, balanceSign: 1, rows: rows({ opening: '-25000', closing: '-32000' }) })),
    ).toEqual(shown);
  });

  it('prefers balances that the file states outside the rows', () => {
    const stated = { balanceSign: null, rows: null, statedClosing: pesos(-32000n), accountKind: 'liability' } as const;
    expect(reconciliation(known(stated))).toMatchObject({ openingBalance: null, closingBalance: '320.00' });
    expect(reconciliation(known({ statedOpening: pesos(9999n) }))).toMatchObject({ openingBalance: '99.99' });
  });

  it('reports the first row whose balance does not follow from the previous row, with the balances as the account displays them', () => {
    const broken = rows({ index: 3, line: 9, expected: '-7000', found: '-6000' });
    expect(reconciliation(known({ accountKind: 'liability', rows: broken }))?.firstBreak).toEqual({
      ...{ index: 3, line: 9, expected: '70.00', found: '60.00' },
    });
  });

  it('returns null for unknown figures, and no reconciliation if the statement has no balances', () => {
    expect(reconciliation(known({ rows: rows({ opening: null, closing: null }) }))).toMatchObject({
      ...{ openingBalance: null, closingBalance: null, difference: null, accountBalanceAfter: '674.50' },
    });
    expect(reconciliation(known({ accountBalance: null }))).toMatchObject({
      ...{ accountBalance: null, accountBalanceAfter: null, difference: null, closingBalance: '674.50' },
    });
    expect(reconciliation(known({ balanceSign: null, rows: null }))).toBeNull();
  });
});
