import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '@app/bootstrap';
import { Database, Problem, ServiceUnavailable } from '@app/kernel';
import { GracefulShutdown } from './graceful-shutdown.service.js';

/** A probe gets its answer within this time, whatever state the database is in. */
const MAX_CHECK_MS = 1_000;

/** Whether this process can do its work: the database answers, and its schema is the one that the program knows. */
@Injectable()
export class Readiness {
  private check: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly shutdown: GracefulShutdown,
  ) {}

  /**
   * Returns when the service is ready.
   * @throws ServiceUnavailable when it is about to stop, the database does not answer in time, or its schema is not current.
   */
  async confirm(): Promise<void> {
    if (this.shutdown.isDraining) throw notReady('The service is stopping.');
    // Probes that come while one is under way share it: they must not take the connections of those who work.
    this.check ??= this.compareSchema().finally(() => (this.check = undefined));
    const outOfTime = new AbortController();
    const tooLate = pause(MAX_CHECK_MS, undefined, { signal: outOfTime.signal }).then(() => {
      throw ServiceUnavailable();
    });
    tooLate.catch(() => undefined);
    try {
      await Promise.race([this.check, tooLate]);
    } finally {
      outOfTime.abort();
    }
  }

  private async compareSchema(): Promise<void> {
    const text = 'select name from centavo_migrations';
    const applied = await this.database.single<{ name: string }>({}, { text, values: [] });
    const names = new Set(applied.map(({ name }) => name));
    if (!MIGRATIONS.every((migration) => names.has(migration.name)))
      throw notReady('The schema of the database is not current.');
  }
}

function notReady(detail: string): Problem {
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}
