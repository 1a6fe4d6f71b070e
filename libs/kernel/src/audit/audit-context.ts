import { AsyncLocalStorage } from 'node:async_hooks';

/** The caller: an API key, an OAuth grant, a user of the developer area, or an administrator at the command line. */
export interface Actor {
  readonly kind: 'api_key' | 'oauth_grant' | 'person' | 'command_line';
  /** ID of the key, grant or user; null at the command line. */
  readonly id: string | null;
  /** Email of a user, or operating system account of an administrator; null for a key or grant. */
  readonly name: string | null;
}

/** An action and its actor, as the audit log records them (decision 0031). */
export interface AuditContext {
  /** ID of the audit entry. An action in several transactions has a single entry. */
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly action: string;
  /** The changed resource, if it is known before the work. */
  readonly resourceId: string | null;
  /** Names of the fields in the body, without their values. */
  readonly fields: readonly string[];
  readonly requestId: string | null;
}

const running = new AsyncLocalStorage<AuditContext>();

/** Runs work under an audit context: each transaction that changes something records it. */
export function runAudited<T>(act: AuditContext, work: () => T): T {
  return running.run(act, work);
}

export function currentAudit(): AuditContext | undefined {
  return running.getStore();
}
