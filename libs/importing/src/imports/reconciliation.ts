import { Money } from '@app/kernel/pure';

export interface StatementBalances {
  readonly opening: string | null;
  readonly closing: string | null;
  readonly index: number | null;
  readonly line: number | null;
  readonly expected: string | null;
  readonly found: string | null;
}

export interface Reconciled {
  readonly accountKind: 'asset' | 'liability';
  /**
   * Sign of the balances: 1 if they are positive for money that the owner has, -1 if they are positive for debts, null
   * if the file has no balances.
   */
  readonly balanceSign: number | null;
  readonly rows: StatementBalances | null;
  /** Opening balance that the file states apart from its rows, negative for debts; null if there is none. */
  readonly statedOpening: Money | null;
  readonly statedClosing: Money | null;
  readonly accountBalance: Money | null;
  readonly readyChange: Money;
}

export interface Reconciliation {
  readonly openingBalance: string | null;
  readonly closingBalance: string | null;
  readonly accountBalance: string | null;
  readonly accountBalanceAfter: string | null;
  readonly difference: string | null;
  readonly firstBreak: {
    readonly index: number;
    readonly line: number;
    readonly expected: string;
    readonly found: string;
  } | null;
}

/**
 * Compares the statement's balances with the account. Its balances have the sign that users see: a card with a debt of
 * 250.00 closes with 250.00, regardless of the sign in the file. The difference is the closing balance minus the
 * account balance after the commit. Returns null if the statement has no balances.
 */
export function reconciliation(known: Reconciled): Reconciliation | null {
  const { accountKind, balanceSign, rows, statedOpening, statedClosing, accountBalance, readyChange } = known;
  if (balanceSign === null && statedOpening === null && statedClosing === null) return null;
  const inItsSign = (position: Money) => (accountKind === 'liability' ? position.negate() : position);
  const shown = (figure: string | null | undefined) =>
    figure == null || balanceSign === null
      ? null
      : inItsSign(Money.ofMinor(BigInt(figure), readyChange.currency).times(BigInt(balanceSign)));
  const opening = statedOpening ? inItsSign(statedOpening) : shown(rows?.opening);
  const closing = statedClosing ? inItsSign(statedClosing) : shown(rows?.closing);
  const after = accountBalance && accountBalance.add(inItsSign(readyChange));
  return {
    openingBalance: written(opening),
    closingBalance: written(closing),
    accountBalance: written(accountBalance),
    accountBalanceAfter: written(after),
    difference: written(closing && after && closing.subtract(after)),
    firstBreak:
      rows === null || rows.index === null
        ? null
        : {
            index: rows.index,
            line: rows.line!,
            expected: shown(rows.expected)!.toString(),
            found: shown(rows.found)!.toString(),
          },
  };
}

function written(amount: Money | null): string | null {
  return amount && amount.toString();
}
