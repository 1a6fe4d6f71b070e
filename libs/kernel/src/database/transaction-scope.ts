import type { Role } from '../settings/roles.js';

export interface TransactionScope {
  /** Without a workspace, only an operator sees rows of workspaces. */
  readonly workspaceId?: string;
  /** True for an administrator's work across workspaces; never for a request. */
  readonly operator?: boolean;
  /** True if it also reads credentials. Only the identity context uses it (decision 0056). */
  readonly secrets?: boolean;
  /** True if all statements read one snapshot; read-only. */
  readonly snapshot?: boolean;
  /**
   * True if no other work may run in the workspace. Needed to change settings that all writers depend on, such as the base
   * currency: a statement that began earlier would not see the change (decision 0010).
   */
  readonly exclusive?: boolean;
  /**
   * Callers with the same key wait for each other in this process, without a connection. A caller inside a transaction
   * waits at the database instead, because it may hold locks that the others need.
   */
  readonly serializedBy?: string;
}

export type StatementScope = Pick<TransactionScope, 'workspaceId' | 'secrets'> | { readonly userId: string };

export function roleOf({ operator, secrets }: TransactionScope): Role {
  if (operator) return 'operator';
  return secrets ? 'identity' : 'app';
}
