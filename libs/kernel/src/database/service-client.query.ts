import { Socket } from 'node:net';
import pg from 'pg';
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import type { Role } from '../settings/roles.js';
import { ROLES } from '../settings/roles.js';
import type { Statement } from '../sql/statement.js';
import { isSaidByServer } from './database-error.js';

/** Settings of every session. No role of the service owns a table, so row-level security applies to all of them. */
const SESSION: Readonly<Record<string, string>> = {
  search_path: 'public',
  timezone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  // The server ends a query whose connection was closed.
  client_connection_check_interval: '500ms',
  // Compiling the plan of a short query takes longer than running it.
  jit: 'off',
};

/** Returns the startup options of a connection: its role and settings. */
export function startupOptions(role: Role): string {
  return Object.entries({ role: ROLES[role], ...SESSION })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Returns SQL that sets the role and the settings for one transaction. */
function setUpTransaction(role: string): string {
  const settings = Object.entries(SESSION).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${[`set_config('role', '${role}', true)`, ...settings].join(', ')}`;
}

interface ServiceClientConfig extends pg.ClientConfig {
  /**
   * Role of each transaction behind a pooler, which gives every transaction another session: settings are set again in each, and
   * no statement stays prepared (docs/scaling.md). Undefined for direct connections.
   */
  readonly transactionRole?: Role;
}

/** A client of the driver that can send queries in one packet and close its socket at once. */
export class ServiceClient extends pg.Client {
  private readonly socket: Socket;
  private readonly transactionRole: string | undefined;

  constructor({ transactionRole, ...config }: ServiceClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.transactionRole = transactionRole && ROLES[transactionRole];
  }

  /** True behind a pooler in transaction mode. */
  get isPooled(): boolean {
    return this.transactionRole !== undefined;
  }

  /** Sends the queries of this turn of the event loop in one packet. */
  sendTogether(): void {
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }

  /** Closes the connection. Queries without an answer fail at once, and the server rolls their transaction back. */
  cutOff(): void {
    this.socket.destroy();
  }

  // The driver has many forms of a query; these are the ones that the service uses.
  override query(config: unknown, ...others: unknown[]): never {
    const send = super.query.bind(this) as (config: unknown, ...others: unknown[]) => never;
    const { transactionRole: role } = this;
    if (role === undefined) return send(config, ...others);
    if (typeof config === 'string')
      return send(config.replace(/^begin\b.*$/, `$&; ${setUpTransaction(role)}`), ...others);
    return send(isNamed(config) ? { ...config, name: undefined } : config, ...others);
  }
}

function isNamed(config: unknown): config is { readonly name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
}

/** Returns a query that PostgreSQL refuses if its text has more than one statement (extended query protocol). */
export function oneStatement(text: string, values: unknown[]): QueryConfig {
  const query = { queryMode: 'extended' } as unknown as QueryConfig;
  query.text = text;
  query.values = values;
  return query;
}

/** Sends the queries of this turn of the event loop in one packet. */
export function sendTogether(client: PoolClient): void {
  (client as PoolClient & ServiceClient).sendTogether();
}

/** Runs statements as one transaction in one round trip, and returns their results. */
export async function sendAsTransaction(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult[]> {
  const send = (statement: Statement) => client.query({ ...statement, values: [...statement.values] });
  // A single statement is a transaction by itself, unless a pooler needs the settings of each.
  if (statements.length === 1 && !(client as PoolClient & ServiceClient).isPooled) return [await send(statements[0]!)];
  sendTogether(client);
  const answers = [client.query('begin'), ...statements.map(send), client.query('commit')];
  const settled = await Promise.allSettled(answers);
  // After a failed statement the others fail too, and the commit rolls back.
  for (const answer of settled) if (answer.status === 'rejected') throw answer.reason;
  return settled.slice(1, -1).map((answer) => (answer as PromiseFulfilledResult<QueryResult>).value);
}

/** Returns true if the server accepts the client. A pooler accepts it without a server, so it must also answer a query. */
export async function accepts(client: ServiceClient, isPooled: boolean, maxMs: number): Promise<boolean> {
  const late = setTimeout(() => client.cutOff(), maxMs);
  const connected = client.connect().then(() => (isPooled ? (client as pg.Client).query('select 1') : undefined));
  const isAccepted = await connected.then(() => true, isSaidByServer);
  clearTimeout(late);
  client.end().catch(() => undefined);
  return isAccepted;
}
