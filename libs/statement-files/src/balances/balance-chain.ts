import type { Day } from '@app/kernel/pure';

export interface BalanceLink {
  readonly date: Day | null;
  /** Change in the owner's position, negative for an expense; null if the row has errors or no amount. */
  readonly change: bigint | null;
  readonly balance: bigint | null;
}

export type AccountKind = 'asset' | 'liability';

export interface BalanceChain {
  readonly order: Uint32Array;
  /** Sign of the balance column: 1 if it shows the owner's position, -1 if it shows the amount owed. */
  readonly sign: 1n | -1n;
  /** Indexes of the rows whose balance does not follow from the previous balance and the changes since then. */
  readonly breaks: readonly number[];
}

interface Walk extends BalanceChain {
  readonly follows: number;
}

const NOWHERE: Walk = { order: new Uint32Array(), sign: 1n, follows: -1, breaks: [] };

/**
 * Finds the row order and the sign of the balances with which most balances follow from the previous ones. Rows may be
 * in either order, as a whole or within each day. A liability may show the amount owed or its negative. Skips rows with
 * errors and the row after each of them.
 */
export function balanceChain(rows: readonly BalanceLink[], kind: AccountKind): Walk {
  let best = NOWHERE;
  for (const order of timeOrders(rows)) {
    for (const sign of kind === 'asset' ? ([1n] as const) : ([-1n, 1n] as const)) {
      const walk = walked(rows, order, sign);
      if (walk.follows > best.follows) best = walk;
    }
  }
  return best;
}

/** Returns the balance that each row should show, in file order; null for rows that are not checked. */
export function expectedBalances(rows: readonly BalanceLink[], { order, sign }: BalanceChain): (bigint | null)[] {
  const expected = new Array<bigint | null>(rows.length).fill(null);
  walked(rows, order, sign, (index, balance) => (expected[index] = balance));
  return expected;
}

/** Minimum share of balances that must follow from the previous row to prove the columns and signs. */
const PROOF = 0.6;

export function isProof(chain: BalanceChain | null, links: readonly BalanceLink[]): boolean {
  return chain !== null && links.length > 1 && chain.breaks.length <= (links.length - 1) * (1 - PROOF);
}

export function balanceFit(rows: readonly BalanceLink[], kind: AccountKind): number {
  return balanceChain(rows, kind).follows;
}

function timeOrders(rows: readonly BalanceLink[]): Uint32Array[] {
  const days = dayRuns(rows);
  const forward = Uint32Array.from(rows, (_, index) => index);
  const backward = forward.toReversed();
  const mixed = days.length > 1 && days.length < rows.length;
  const daysBack = mixed ? Uint32Array.from(days.toReversed().flatMap((run) => run)) : null;
  const rowsBack = mixed ? Uint32Array.from(days.flatMap((run) => run.toReversed())) : null;
  const plain = newestFirst(rows) ? [backward, forward] : [forward, backward];
  return [...plain, ...[daysBack, rowsBack].filter((order) => order !== null)];
}

function newestFirst(rows: readonly BalanceLink[]): boolean {
  const dated = rows.filter(({ date }) => date !== null);
  return dated.length > 1 && dated[0]!.date! > dated.at(-1)!.date!;
}

function dayRuns(rows: readonly BalanceLink[]): number[][] {
  const runs: number[][] = [];
  for (const [index, { date }] of rows.entries()) {
    if (index > 0 && rows[index - 1]!.date === date) runs.at(-1)!.push(index);
    else runs.push([index]);
  }
  return runs;
}

function walked(
  rows: readonly BalanceLink[],
  order: Uint32Array,
  sign: 1n | -1n,
  onChecked: (index: number, expected: bigint) => void = () => undefined,
): Walk {
  const breaks: number[] = [];
  let follows = 0;
  let before: bigint | null = null;
  let expected: bigint | null = null;
  for (const index of order) {
    const { change, balance } = rows[index]!;
    if (change === null) {
      expected = null;
      continue;
    }
    if (expected !== null) expected += sign * change;
    if (balance === null) continue;
    if (expected !== null) onChecked(index, expected);
    // A balance that stays the same proves neither the column nor the order.
    if (expected === balance) follows += before === balance ? 0 : 1;
    else if (expected !== null) breaks.push(index);
    before = expected = balance;
  }
  return { order, sign, follows, breaks };
}
