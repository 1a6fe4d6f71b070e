import { setTimeout as pause } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import pg from 'pg';
import type { Log } from '../log/log.js';
import { addressAs } from '../settings/roles.js';
import type { Statement } from '../sql/statement.js';

const CHANNEL = 'centavo_events';
const NOTIFY: Statement = { text: `select pg_notify($1, '')`, values: [CHANNEL] };
/**
 * Delay before NOTIFY. PostgreSQL commits transactions that notify one after the other. Therefore, writers of events do
 * not notify, and one notification covers all events within this delay.
 */
const NOTIFY_AFTER_MS = 100;
const RECONNECT_MS = 5_000;

/**
 * Wakes the loops that process events: immediately in this process, and by NOTIFY in other processes (decision 0096).
 * If a signal is lost, the next poll finds the events.
 */
export class EventSignals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly listeners: (() => void)[] = [];
  private notifying: NodeJS.Timeout | undefined;
  private readonly ending = new AbortController();
  private client: pg.Client | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly log: Log,
    private readonly http: HttpAdapterHost,
    private readonly isListening: boolean,
  ) {}

  onEvents(listener: () => void): void {
    this.listeners.push(listener);
  }

  raise(send: (statement: Statement) => Promise<unknown>): void {
    this.wake();
    this.notifying ??= setTimeout(() => {
      this.notifying = undefined;
      send(NOTIFY).catch(() => undefined);
    }, NOTIFY_AFTER_MS).unref();
  }

  onApplicationBootstrap(): void {
    if (this.isListening && this.http.httpAdapter) void this.listenUntilEnd();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.notifying);
    this.ending.abort();
    await this.client?.end().catch(() => undefined);
  }

  private wake(): void {
    for (const listener of this.listeners) listener();
  }

  private async listenUntilEnd(): Promise<void> {
    while (!this.ending.signal.aborted) {
      await this.listen().catch((error: unknown) =>
        this.log.warn({ err: error }, 'cannot listen for events of other processes; polling instead'),
      );
      await pause(RECONNECT_MS, undefined, { signal: this.ending.signal, ref: false }).catch(() => undefined);
    }
  }

  private async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: addressAs('operator', this.databaseUrl),
      application_name: 'centavo events',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    });
    const ended = new Promise<void>((resolve) => client.on('end', resolve).on('error', () => undefined));
    this.client = client;
    client.on('notification', () => this.wake());
    await client.connect();
    if (this.ending.signal.aborted) return client.end();
    await client.query(`listen ${CHANNEL}`);
    // Events may have been committed while there was no connection.
    this.wake();
    await ended;
  }
}
