import type { Role } from '../settings/roles.js';

export interface TransactionScope {
  /**
   * Workspace in which the work runs. If undefined, row-level security hides the rows of all workspaces from everyone
   * except operators.
   */
  readonly workspaceId?: string;
  /** True for an administrator's work across workspaces; never for a request. */
  readonly operator?: boolean;
  /** True if the work also reads credentials. Only the identity context sets it (decision 0003). */
  readonly secrets?: boolean;
  /** True if all statements must see one snapshot. The transaction is then read-only, unless `operator` is set. */
  readonly snapshot?: boolean;
  /** True if the work with a snapshot must not run twice, because it streams its result. */
  readonly streams?: boolean;
  /**
   * True if no other work may run in the workspace at the same time. Needed for changes to settings that all writers
   * depend on, such as the base currency, because a statement that began earlier would not see the change (decision
   * 0010).
   */
  readonly exclusive?: boolean;
  /**
   * Key of work that must run one at a time in this process. Waiting callers do not hold a connection. A caller that is
   * already in a transaction waits in the database instead, because it may hold locks that others need.
   */
  readonly serializedBy?: string;
}

export type StatementScope = Pick<TransactionScope, 'workspaceId' | 'secrets'> | { readonly userId: string };

export function roleOf({ operator, secrets }: TransactionScope): Role {
  if (operator) return 'operator';
  return secrets ? 'identity' : 'app';
}
