import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts: an API key, a grant to an app, a person in the developer area, or an administrator at the command line. */
export interface Actor {
  readonly kind: 'api_key' | 'oauth_grant' | 'person' | 'command_line';
  /** The key's, the grant's or the person's; null at the command line. */
  readonly id: string | null;
  /** A name that cannot be looked up by the id: a person's e-mail, or an administrator's account on the machine. */
  readonly name: string | null;
}

/** An action and its actor, as the audit log records them (decision 0031). */
export interface AuditContext {
  /** The id of its entry: however many transactions it takes, it is noted once. */
  readonly id: string;
  readonly at: Date;
  readonly actor: Actor;
  /** The operation, as its method and path, or the command. */
  readonly action: string;
  /** What it is done to, where that is known beforehand. */
  readonly resourceId: string | null;
  /** The fields of the body: which of them were given, and not what was in them. */
  readonly fields: readonly string[];
  readonly requestId: string | null;
}

const running = new AsyncLocalStorage<AuditContext>();

/** Does work as an act: every change that a transaction within it commits is noted with it. */
export function runAudited<T>(act: AuditContext, work: () => T): T {
  return running.run(act, work);
}

/** The audit context of the running request or command, if it has one. */
export function currentAudit(): AuditContext | undefined {
  return running.getStore();
}
