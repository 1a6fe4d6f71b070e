import type { Role } from '../settings/roles.js';

/** Whose rows a transaction sees, and what it keeps out while it runs. */
export interface TransactionScope {
  /** The workspace that it is bound to; without one it sees no row of any workspace, unless it is an operator's. */
  readonly workspaceId?: string;
  /** Whether it is an administrator's and sees every workspace: no request ever asks for this. */
  readonly operator?: boolean;
  /** Whether it reaches what people and apps sign in with, beside the workspace: for identity alone (decision 0056). */
  readonly secrets?: boolean;
  /** Whether all its statements see one snapshot of the database, and none of them writes. */
  readonly snapshot?: boolean;
  /**
   * Whether no other work is done meanwhile in the workspace, or by an operator in any workspace: for a change of what all
   * writers there rely on, such as the base currency. A statement that began before would not see the change, nor be seen
   * by what follows from it (decision 0010).
   */
  readonly exclusive?: boolean;
  /**
   * Callers with the same key wait for each other in this process, where they hold no connection. A caller that is within a
   * transaction already, and holds locks that the others may wait for, waits at the database instead.
   */
  readonly serializedBy?: string;
}

/** The scope of one statement: a workspace, what people sign in with, what one of them owns, or rows without an owner. */
export type StatementScope = Pick<TransactionScope, 'workspaceId' | 'secrets'> | { readonly userId: string };

/** Which of the service's roles works on it. */
export function roleOf({ operator, secrets }: TransactionScope): Role {
  if (operator) return 'operator';
  return secrets ? 'identity' : 'app';
}
