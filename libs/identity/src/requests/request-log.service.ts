import type { BeforeApplicationShutdown } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Principal } from '@app/kernel';
import { Clock, Database, Log, maskedKeys, newId } from '@app/kernel';
import type { ListedRequest, NewLoggedRequest, RequestFilter } from './logged-request.query.js';
import { insertLoggedRequests, latestRequests } from './logged-request.query.js';
import { pathPattern } from './path-pattern.js';

/** How long requests of keys are kept, in days. */
export const REQUEST_LOG_DAYS = 7;

/** How long requests are gathered before they are written together, in milliseconds. */
const GATHERED_MS = 1_000;
/** The most of one key, and of all keys together, that a process gathers; the others of that second are left out. */
const MAX_OF_A_KEY = 200;
const MAX_GATHERED = 2_000;

/**
 * What each key asked for of late, for its owner (decision 0082). A request costs no statement: what it was is gathered in
 * memory once it is answered, and written with the others of the same second. A process that is killed loses that second.
 */
@Injectable()
export class RequestLog implements BeforeApplicationShutdown {
  private gathered: NewLoggedRequest[] = [];
  private readonly ofKey = new Map<string, number>();
  /** Set from the first gathered request until they are written. */
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Logs a request of a key when it has been answered. Requests of apps are not a key's. */
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

  /** The latest requests of the keys of a workspace, of at most seven days, latest first. */
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

  /** Writes what was gathered. What cannot be written is lost: it must not pile up while the database is away. */
  private async write(): Promise<void> {
    const requests = this.gathered;
    this.gathered = [];
    this.ofKey.clear();
    if (requests.length === 0) return;
    try {
      await this.database.transaction({ operator: true }, (work) => work.query(insertLoggedRequests(requests)));
    } catch (error) {
      this.log.warn({ err: error, count: requests.length }, 'requests of keys were not logged');
    }
  }
}
