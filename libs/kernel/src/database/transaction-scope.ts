import type { Role } from '../settings/roles.js';

export interface TransactionScope {
  /**
   * Workspace of the work. If it is undefined, row-level security hides the rows of all workspaces, except from
   * operators.
   */
  readonly workspaceId?: string;
  /** True for an administrator's work across workspaces; never for a request. */
  readonly operator?: boolean;
  /** True if the work also reads credentials. Only the identity context sets it (decision 0056). */
  readonly secrets?: boolean;
  /** True if all statements read one snapshot. The transaction is then read-only, unless `operator` is set. */
  readonly snapshot?: boolean;
  /** True if the work on the snapshot must not run twice, because it streams its result. */
  readonly streams?: boolean;
  /**
   * True if no other work may run in the workspace at the same time. Required to change settings that all writers
   * depend on, such as the base currency: a statement that began earlier would not see the change (decision 0010).
   */
  readonly exclusive?: boolean;
  /**
   * Key of work that runs one at a time in this process. Waiting callers do not hold a connection. A caller inside a
   * transaction waits in the database instead, because it may hold locks that other callers need.
   */
  readonly serializedBy?: string;
}

export type StatementScope = Pick<TransactionScope, 'workspaceId' | 'secrets'> | { readonly userId: string };

export function roleOf({ operator, secrets }: TransactionScope): Role {
  if (operator) return 'operator';
  return secrets ? 'identity' : 'app';
}
