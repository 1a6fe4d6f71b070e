import type { Client, PoolClient, QueryConfig } from 'pg';
import { isSaidByServer } from './database-error.js';

/**
 * The connection of the driver's client, as far as the service reaches into it. None of this is documented by the driver:
 * test/driver.int-spec.ts fails where another version of it has something else.
 */
export interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  /** The text of each statement that PostgreSQL keeps prepared, by its name. */
  readonly parsedStatements: Record<string, string>;
  /** The same of those that were sent and are not confirmed yet. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
  connect(port: number | string, host?: string): void;
  cancel(processId: number, secretKey: unknown): void;
  once(event: 'connect' | 'end' | 'error', listener: () => void): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

/** A text that may hold one statement and no more, as one with values always does, to be sent as it is. */
export function oneStatement(text: string, values: unknown[]): QueryConfig {
  const query = { queryMode: 'extended' } as unknown as QueryConfig;
  query.text = text;
  query.values = values;
  return query;
}

/** Keeps what is sent before the next turn of the event loop together in one write to the socket. */
export function sendTogether(client: PoolClient): void {
  const { stream } = connectionOf(client);
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Ends a connection on this side; what waits for an answer on it fails at once. */
export function cutOff(client: PoolClient | Client): void {
  connectionOf(client).stream.destroy();
}

/**
 * Whether a server lets a client in, which is not open yet. A pooler does that while its server is away, and has to be asked for an answer.
 */
export async function letsIn(client: Client, isPooled: boolean, maxMs: number): Promise<boolean> {
  const late = setTimeout(() => cutOff(client), maxMs);
  const entered = client.connect().then(() => (isPooled ? client.query('select 1') : undefined));
  const isThere = await entered.then(() => true, isSaidByServer);
  clearTimeout(late);
  client.end().catch(() => undefined);
  return isThere;
}

/**
 * Asks the server to cancel what it does on a connection, over one that has not been opened yet. Once this ends the server has been
 * told, so that nothing is cancelled which is sent later. Source: PostgreSQL, "Canceling Requests in Progress".
 */
export async function cancelOn(client: PoolClient, courier: Client, maxMs: number): Promise<void> {
  const { processID, secretKey } = client as PoolClient & { readonly processID: number; readonly secretKey: unknown };
  const connection = connectionOf(courier);
  const { promise: told, resolve } = Promise.withResolvers<void>();
  connection.once('end', resolve);
  connection.once('error', resolve);
  connection.once('connect', () => connection.cancel(processID, secretKey));
  if (courier.host.startsWith('/')) connection.connect(`${courier.host}/.s.PGSQL.${courier.port}`);
  else connection.connect(courier.port, courier.host);
  const late = setTimeout(() => cutOff(courier), maxMs);
  await told;
  clearTimeout(late);
}

function connectionOf(client: PoolClient | Client): DriverConnection {
  return (client as (PoolClient | Client) & { connection: DriverConnection }).connection;
}
