import { AccountNotActive } from '../ledger.problems.js';

export type AccountStatus = 'active' | 'archived' | 'closed';

/**
 * Only an active account has its balance changed, by whomever; answers the account.
 * @throws AccountNotActive for one that is archived or closed, or not there
 */
export function requireActive<A extends { readonly status: AccountStatus }>(account: A | undefined): A {
  if (account?.status !== 'active') throw AccountNotActive();
  return account;
}
