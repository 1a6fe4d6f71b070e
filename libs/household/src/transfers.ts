export interface Balance {
  readonly memberId: string;
  /** In minor units. Positive if other members owe this member. */
  readonly balance: bigint;
}

export interface Transfer {
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

/**
 * Returns the transfers that settle all balances, which must add up to zero. Matches debtors with creditors, both in
 * descending order of their balances. Each transfer settles at least one member and the last one settles two, so there
 * are fewer transfers than members with a balance. The result does not depend on the order of the balances.
 */
export function settle(balances: readonly Balance[]): Transfer[] {
  const debtors = largestFirst(balances.map(({ memberId, balance }) => ({ memberId, balance: -balance })));
  const creditors = largestFirst(balances);
  const transfers: Transfer[] = [];
  let [debtor, creditor] = [debtors.shift(), creditors.shift()];
  while (debtor && creditor) {
    const amount = debtor.balance < creditor.balance ? debtor.balance : creditor.balance;
    transfers.push({ from: debtor.memberId, to: creditor.memberId, amount });
    debtor = rest(debtor, amount) ?? debtors.shift();
    creditor = rest(creditor, amount) ?? creditors.shift();
  }
  return transfers;
}

/** Returns the maximum payment of one member to another: the lesser of the debt and the credit. */
export function maximumOf(balances: readonly Balance[], from: string, to: string): bigint {
  const balanceOf = (id: string) => balances.find(({ memberId }) => memberId === id)?.balance ?? 0n;
  const [owes, owed] = [-balanceOf(from), balanceOf(to)];
  const least = owes < owed ? owes : owed;
  return least > 0n ? least : 0n;
}

function largestFirst(balances: readonly Balance[]): Balance[] {
  return balances
    .filter(({ balance }) => balance > 0n)
    .sort((a, b) => (a.balance === b.balance ? (a.memberId < b.memberId ? -1 : 1) : a.balance < b.balance ? 1 : -1));
}

function rest({ memberId, balance }: Balance, paid: bigint): Balance | undefined {
  return balance === paid ? undefined : { memberId, balance: balance - paid };
}
