import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Principal } from '@app/kernel';
import { Clock, Database, Log, maskedKeys, newId } from '@app/kernel';
import type { ListedRequest, NewLoggedRequest, RequestFilter } from './logged-request.query.js';
import { insertLoggedRequests, latestRequests } from './logged-request.query.js';
import { pathPattern } from './path-pattern.js';

export const REQUEST_LOG_DAYS = 7;

/** Milliseconds between two writes of the buffer. */
const GATHERED_MS = 1_000;
/** Maximum number of buffered requests, per key and in total. Further requests in the same second are not logged. */
const MAX_OF_A_KEY = 200;
const MAX_GATHERED = 2_000;

/**
 * Logs requests with API keys (decision 0031). Requests are buffered and written once a second; a killed process loses
 * its buffer.
 */
@Injectable()
export class RequestLog implements BeforeApplicationShutdown {
  private gathered: NewLoggedRequest[] = [];
  private readonly ofKey = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Logs a request with an API key after its response. Requests by OAuth apps are not logged. */
  watch({ workspaceId, credential, credentialId }: Principal, request: Request, response: Response): void {
    if (credential !== 'api_key') return;
    response.once('close', () => {
      const key = `${workspaceId} ${credentialId}`;
      const count = this.ofKey.get(key) ?? 0;
      if (count >= MAX_OF_A_KEY || this.gathered.length >= MAX_GATHERED) return;
      this.ofKey.set(key, count + 1);
      this.gathered.push({
        workspaceId,
        keyId: credentialId,
        id: newId(),
        at: this.clock.now(),
        method: request.method,
        path: pathPattern((request.route as { path: string } | undefined)?.path),
        status: response.writableFinished ? response.statusCode : null,
        requestId: maskedKeys(request.id),
      });
      this.timer ??= this.writeSoon();
    });
  }

  /** Returns the requests with a workspace's keys in the last seven days, newest first. */
  latest(workspaceId: string, filter: RequestFilter, limit: number): Promise<ListedRequest[]> {
    const since = new Date(this.clock.now().getTime() - REQUEST_LOG_DAYS * 86_400_000);
    const statement = latestRequests(workspaceId, filter, since, limit);
    return this.database.read<ListedRequest>(workspaceId, statement);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    await this.write();
  }

  private writeSoon(): NodeJS.Timeout {
    const write = async (): Promise<void> => {
      this.writing = this.write();
      await this.writing;
      this.timer = this.gathered.length > 0 ? this.writeSoon() : undefined;
    };
    return setTimeout(() => void write(), GATHERED_MS).unref();
  }

  /** Writes the buffer. Drops it if the write fails, so that it does not grow while the database is unavailable. */
  private async write(): Promise<void> {
    const requests = this.gathered;
    this.gathered = [];
    this.ofKey.clear();
    if (requests.length === 0) return;
    try {
      await this.database.transaction({ operator: true }, (work) => work.query(insertLoggedRequests(requests)));
    } catch (error) {
      this.log.warn({ err: error, count: requests.length }, 'requests of API keys were not logged');
    }
  }
}
