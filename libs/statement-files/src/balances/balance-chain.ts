import type { Day } from '@app/kernel/pure';

/** What one row says about the statement's running balance. */
export interface BalanceLink {
  readonly date: Day | null;
  /** By how much the row changes the owner's position, an expense negative; null when the row is in error. */
  readonly change: bigint | null;
  /** The balance that the statement shows in the row, or null when it shows none. */
  readonly balance: bigint | null;
}

export type AccountKind = 'asset' | 'liability';

/** How a statement's own balance runs through its rows. */
export interface BalanceChain {
  /** The rows in the order of time, by their place in the file. */
  readonly order: Uint32Array;
  /** What the balance is counted in: 1 where it is the owner's position, -1 where it is what is owed. */
  readonly sign: 1n | -1n;
  /** The rows whose balance does not follow, by their place in the file. */
  readonly breaks: readonly number[];
}

interface Walk extends BalanceChain {
  readonly follows: number;
}

const NOWHERE: Walk = { order: new Uint32Array(), sign: 1n, follows: -1, breaks: [] };

/**
 * The order in time and the sign under which the most rows follow from the ones before them, and the rows that do not.
 *
 * Which way time runs is the file's own matter: oldest or newest row first, also with the days in one order and the
 * rows of a day in the other. For a liability the statement may show what is owed or its negative; whichever fits better is
 * taken. A row in error, and the row after it in time, are not checked; rows that show no balance are added up until one does.
 * Source: contract section 12, BALANCE_BREAK.
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

/**
 * The balance that each row should show by the row before it in time, in the statement's own sign, by their place in the
 * file; null for a row that is not checked.
 */
export function expectedBalances(rows: readonly BalanceLink[], { order, sign }: BalanceChain): (bigint | null)[] {
  const expected = new Array<bigint | null>(rows.length).fill(null);
  walked(rows, order, sign, (index, balance) => (expected[index] = balance));
  return expected;
}

/** So many of the rows must follow from the ones before them for the balance to prove how they are read. */
const PROOF = 0.6;

/** Whether the statement's own balance bears out its rows. */
export function isProof(chain: BalanceChain | null, links: readonly BalanceLink[]): boolean {
  return chain !== null && links.length > 1 && chain.breaks.length <= (links.length - 1) * (1 - PROOF);
}

/** How many rows follow from the row before them, under the order and the sign that fit best. */
export function balanceFit(rows: readonly BalanceLink[], kind: AccountKind): number {
  return balanceChain(rows, kind).follows;
}

/** The orders in time that a file may have, the one that its dates speak for first. */
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

/** The rows of the file in runs of one day. */
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
    // A balance that stands still proves nothing about which column it is or which way time runs.
    if (expected === balance) follows += before === balance ? 0 : 1;
    else if (expected !== null) breaks.push(index);
    before = expected = balance;
  }
  return { order, sign, follows, breaks };
}
