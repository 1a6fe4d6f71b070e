import { AccountNotActive } from '../ledger.problems.js';

export type AccountStatus = 'active' | 'archived' | 'closed';

/**
 * Returns the account if it is active.
 * @throws AccountNotActive if the account is archived or closed, or does not exist
 */
export function requireActive<A extends { readonly status: AccountStatus }>(account: A | undefined): A {
  if (account?.status !== 'active') throw AccountNotActive();
  return account;
}
