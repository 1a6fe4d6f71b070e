import { Money } from '@app/kernel/pure';

/** What the statement says of its balances, in its own sign, and where its rows first come apart in time. */
export interface StatementBalances {
  readonly opening: string | null;
  readonly closing: string | null;
  readonly index: number | null;
  readonly line: number | null;
  readonly expected: string | null;
  readonly found: string | null;
}

/** What a statement is held against, in the currency of the account; null is what is not known. */
export interface Reconciled {
  readonly accountKind: 'asset' | 'liability';
  /** 1 where the rows' balances are the owner's position, -1 where they are what is owed, null where there are none. */
  readonly balanceSign: number | null;
  readonly rows: StatementBalances | null;
  /** What the file states outside of its rows, as the owner's position. */
  readonly statedOpening: Money | null;
  readonly statedClosing: Money | null;
  /** What the account shows now, and what the rows that are ready do to the owner's position. */
  readonly accountBalance: Money | null;
  readonly readyChange: Money;
}

/** The statement beside the account, as it is answered. */
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
 * Holds a statement against its account. Every balance is in the sign of the account's kind: of a card on which 250.00 is
 * owed the statement closes with 250.00, whichever way its file writes that. The difference is what the statement closes
 * with less what the account will show once what is ready is committed: 0.00 where both agree.
 * @returns null where the file says nothing of balances
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
