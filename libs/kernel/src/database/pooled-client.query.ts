import pg from 'pg';
import type { Role } from '../settings/roles.js';
import { ROLES } from '../settings/roles.js';

/** How every session of the service is set up, beside its role. No role of the service owns a table, so that row-level security binds it. */
const SESSION: Readonly<Record<string, string>> = {
  search_path: 'public',
  timezone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  // Where a server compiles plans, that costs a short statement many times what it takes.
  jit: 'off',
};

/** What a connection says of itself as it begins. An administrator's takes the role; one that has logged in as it has no other. */
export function startupOptions(role: Role): string {
  return Object.entries({ role: ROLES[role], ...SESSION })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Sets a transaction up as a session would be. */
function setUp(role: string): string {
  const settings = Object.entries(SESSION).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${[`set_config('role', ${role}, true)`, ...settings].join(', ')}`;
}

/** The same with the role as its value. */
export const SESSION_OF_TRANSACTION = setUp('$1');

/**
 * A connection to a pooler that gives a connection of the server to each transaction. What a session would hold is set again
 * in each, and no statement is kept prepared: the next one may go to another connection (docs/scaling.md).
 */
export class PooledClient extends pg.Client {
  readonly role: string;

  constructor(config: pg.ClientConfig & { readonly sessionRole: Role }) {
    super(config);
    this.role = ROLES[config.sessionRole];
  }

  // The driver has many forms of a query; here are those that the service uses.
  override query(config: unknown, ...others: unknown[]): never {
    const send = super.query.bind(this) as (config: unknown, ...others: unknown[]) => never;
    if (typeof config === 'string')
      return send(config.replace(/^begin\b.*$/, `$&; ${setUp(`'${this.role}'`)}`), ...others);
    if (isNamed(config)) return send({ ...config, name: undefined }, ...others);
    return send(config, ...others);
  }
}

function isNamed(config: unknown): config is { readonly name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
}
