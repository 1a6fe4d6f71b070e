import { Socket } from 'node:net';
import pg from 'pg';
import type { Connection, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { Role } from '../settings/roles.js';
import { ROLES } from '../settings/roles.js';
import type { Statement } from '../sql/statement.js';
import { isSaidByServer } from './database-error.js';

/** Settings of every session. No service role owns a table, so row-level security always applies. */
const SESSION: Readonly<Record<string, string>> = {
  search_path: 'public',
  timezone: 'UTC',
  statement_timeout: '60s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  // Makes the server end queries whose client has disconnected.
  client_connection_check_interval: '500ms',
  // The queries are so short that JIT compilation would take longer than running them.
  jit: 'off',
};

/** Matches the beginning of a transaction. A snapshot can only be set before the first query. */
const BEGIN = /^begin\b[^;]*(; set transaction snapshot '[^']*')?/;

export function startupOptions(role: Role): string {
  return Object.entries({ role: ROLES[role], ...SESSION })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

function setUpTransaction(role: string): string {
  const settings = Object.entries(SESSION).map(([name, value]) => `set_config('${name}', '${value}', true)`);
  return `select ${[`set_config('role', '${role}', true)`, ...settings].join(', ')}`;
}

interface ServiceClientConfig extends pg.ClientConfig {
  /**
   * Role that each transaction sets behind a pooler. A pooler may run each transaction in another session, so each
   * transaction repeats its settings and no statement is prepared (docs/scaling.md). Undefined for direct connections.
   */
  readonly transactionRole?: Role;
}

interface ReportedSetting {
  readonly parameterName: string;
  readonly parameterValue: string;
}

export class ServiceClient extends pg.Client {
  private readonly socket: Socket;
  private readonly transactionRole: string | undefined;
  private inHotStandby: boolean | undefined;

  constructor({ transactionRole, ...config }: ServiceClientConfig) {
    const socket = new Socket();
    super({ ...config, stream: () => socket });
    this.socket = socket;
    this.transactionRole = transactionRole && ROLES[transactionRole];
    const { connection } = this as unknown as { readonly connection: Connection };
    connection.on('parameterStatus', ({ parameterName, parameterValue }: ReportedSetting) => {
      if (parameterName === 'in_hot_standby') this.inHotStandby = parameterValue === 'on';
    });
  }

  /** True if the server is a standby; undefined if the pooler does not report it. */
  get isStandby(): boolean | undefined {
    return this.inHotStandby;
  }

  get isPooled(): boolean {
    return this.transactionRole !== undefined;
  }

  sendTogether(): void {
    this.socket.cork();
    process.nextTick(() => this.socket.uncork());
  }

  /**
   * Closes the connection. Queries without a response fail immediately, and the server rolls back their transaction.
   */
  cutOff(): void {
    this.socket.destroy();
  }

  // `query` has several overloads in pg, and this signature covers all of them.
  override query(config: unknown, ...others: unknown[]): never {
    const send = super.query.bind(this) as (config: unknown, ...others: unknown[]) => never;
    const { transactionRole: role } = this;
    if (role === undefined) return send(config, ...others);
    if (typeof config === 'string') return send(config.replace(BEGIN, `$&; ${setUpTransaction(role)}`), ...others);
    return send(isNamed(config) ? { ...config, name: undefined } : config, ...others);
  }
}

function isNamed(config: unknown): config is { readonly name: string } {
  return typeof config === 'object' && config !== null && 'name' in config && !('submit' in config);
}

/** Returns a query that uses the extended protocol. PostgreSQL rejects it if the SQL contains several statements. */
export function oneStatement(text: string, values: unknown[]): QueryConfig {
  const query = { queryMode: 'extended' } as unknown as QueryConfig;
  query.text = text;
  query.values = values;
  return query;
}

export function sendTogether(client: PoolClient): void {
  (client as PoolClient & ServiceClient).sendTogether();
}

/**
 * Runs statements as one transaction in one round trip. Returns one list of rows per statement.
 * @param begin SQL that begins the transaction
 */
export async function sendAsTransaction(
  client: PoolClient,
  begin: string,
  statements: readonly Statement[],
): Promise<QueryResultRow[][]> {
  const send = (statement: Statement) => client.query<QueryResultRow>({ ...statement, values: [...statement.values] });
  const isPooled = (client as PoolClient & ServiceClient).isPooled;
  // Without begin, PostgreSQL runs a statement as a separate transaction. A pooler needs begin for the settings.
  if (statements.length === 1 && begin === 'begin' && !isPooled) return [(await send(statements[0]!)).rows];
  sendTogether(client);
  const begun = client.query(begin);
  const sent = statements.map(send);
  const settled = await Promise.allSettled([begun, ...sent, client.query('commit')]);
  for (const answer of settled) if (answer.status === 'rejected') throw answer.reason;
  return settled
    .slice(1, -1)
    .map((answer) => (answer as PromiseFulfilledResult<QueryResult<QueryResultRow>>).value.rows);
}

/**
 * True if the server accepts the connection. Behind a pooler, the server must also respond to a query, because a pooler
 * accepts connections even if its server is unreachable.
 */
export async function accepts(client: ServiceClient, maxMs: number): Promise<boolean> {
  const late = setTimeout(() => client.cutOff(), maxMs);
  const connected = client
    .connect()
    .then(() => (client.isPooled ? (client as pg.Client).query('select 1') : undefined));
  const isAccepted = await connected.then(() => true, isSaidByServer);
  clearTimeout(late);
  client.end().catch(() => undefined);
  return isAccepted;
}
