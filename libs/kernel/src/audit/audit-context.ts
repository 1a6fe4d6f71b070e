import { AsyncLocalStorage } from 'node:async_hooks';

/** Caller of an audited action. `person` is a user of the developer area, and `command_line` an administrator. */
export interface Actor {
  readonly kind: 'api_key' | 'oauth_grant' | 'person' | 'command_line';
  /** ID of the key, grant or user. Null at the command line, and for a grant that is not yet known. */
  readonly id: string | null;
  /**
   * Email address of the user, or operating system account of the administrator. Null for keys, grants and accounts
   * without a name.
   */
  readonly name: string | null;
}

/** An audited action and its actor (decision 0031). */
export interface AuditContext {
  /** ID of the audit entry. All transactions of an action share one entry. */
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  /** ID of the changed resource; null if it is known only after the work has run. */
  readonly resourceId: string | null;
  /** Names of the fields in the request body. The log does not contain their values. */
  readonly fields: readonly string[];
  readonly requestId: string | null;
  /** ID of the operation, if the caller lets it change days in closed books. */
  readonly intoClosed?: string;
}

const running = new AsyncLocalStorage<AuditContext>();

/** Runs work in an audit context. Each transaction that changes data in this work writes an audit entry. */
export function runAudited<T>(act: AuditContext, work: () => T): T {
  return running.run(act, work);
}

export function currentAudit(): AuditContext | undefined {
  return running.getStore();
}
