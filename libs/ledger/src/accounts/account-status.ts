import { AccountNotActive } from '../ledger.problems.js';

export type AccountStatus = 'active' | 'archived' | 'closed';

/**
 * Returns the account if it is active.
 * @throws AccountNotActive if the account is archived, closed or undefined
 */
export function requireActive<A extends { readonly status: AccountStatus }>(account: A | undefined): A {
  if (account?.status !== 'active') throw AccountNotActive();
  return account;
}
