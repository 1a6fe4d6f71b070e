import type { Writable } from 'node:stream';
import type { PoolClient } from 'pg';
import type { Findings } from './find-first.js';

/** A transaction that the units of work of one request share. */
export interface JoinedTransaction {
  readonly workspaceId: string;
  readonly client: PoolClient;
  readonly findings: Findings;
  beforeFirst: (() => Promise<void>) | undefined;
}

/** Keeps what is sent before the next turn of the event loop together in one write to the socket. */
export function sendTogether(client: PoolClient): void {
  const { stream } = (client as PoolClient & { connection: { stream: Writable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}
