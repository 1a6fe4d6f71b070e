import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Problem, refuseAsProblem, ServiceUnavailable, Shards } from '@app/kernel';
import { GracefulShutdown } from './graceful-shutdown.service.js';

/** A probe gets its answer within this time, whatever state the database is in. */
const MAX_CHECK_MS = 1_000;
/** A shard that has not answered by then counts as away. */
const MAX_CHECK_OF_SHARD_MS = 700;

/** Whether this process can do its work: the database answers, and its schema is the one that the program knows. */
@Injectable()
export class Readiness {
  private check: Promise<string[]> | undefined;

  constructor(
    private readonly shards: Shards,
    private readonly shutdown: GracefulShutdown,
  ) {}

  /**
   * Comes back when the service is ready, with the names of the shards whose workspaces are refused nevertheless.
   * @throws ServiceUnavailable when it is about to stop, the database does not answer in time, or its schema is not current.
   */
  async confirm(): Promise<readonly string[]> {
    if (this.shutdown.isDraining) throw notReady('The service is stopping.');
    // Probes that come while one is under way share it: they must not take the connections of those who work.
    this.check ??= this.compareSchema().finally(() => (this.check = undefined));
    const outOfTime = new AbortController();
    const tooLate = pause(MAX_CHECK_MS, undefined, { signal: outOfTime.signal }).then(() => {
      throw ServiceUnavailable();
    });
    tooLate.catch(() => undefined);
    try {
      return await Promise.race([this.check, tooLate]);
    } finally {
      outOfTime.abort();
    }
  }

  private async compareSchema(): Promise<string[]> {
    const [isCurrent, unserved] = await Promise.all([
      this.shards.isCurrent(this.shards.directory).catch(refuseAsProblem),
      this.shards.unserved(MAX_CHECK_OF_SHARD_MS),
    ]);
    if (isCurrent) return unserved;
    throw notReady('The schema of the database is not current.');
  }
}

function notReady(detail: string): Problem {
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}
