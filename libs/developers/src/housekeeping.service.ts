import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Log } from '@app/kernel';
import { RateLimits, WebSessions } from '@app/identity';
import { OAuthClients } from './oauth/oauth-clients.service.js';
import { OAuthRecords } from './oauth/oauth-records.service.js';

const INTERVAL_MS = 10 * 60_000;

/** What can be deleted because it has ended. */
@Injectable()
export class Purging {
  constructor(
    private readonly sessions: WebSessions,
    private readonly limits: RateLimits,
    private readonly records: OAuthRecords,
    private readonly clients: OAuthClients,
  ) {}

  async everything(): Promise<void> {
    for (const part of [this.sessions, this.limits, this.records, this.clients]) await part.purge();
  }
}

/**
 * Deletes what has ended: sessions, records of the OAuth server, windows of the limits, apps that nobody uses. None of it
 * counts any more by then, so that it does not matter which process does it, or whether several do.
 */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly purging: Purging,
    private readonly http: HttpAdapterHost,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    // A command line has the same modules, but stays only for a moment.
    if (!this.http.httpAdapter) return;
    const purge = () => {
      this.purging.everything().catch((error: unknown) => this.log.warn({ err: error }, 'housekeeping failed'));
    };
    this.timer = setInterval(purge, INTERVAL_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }
}
