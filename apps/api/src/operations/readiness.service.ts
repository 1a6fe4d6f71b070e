import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MIGRATIONS } from '@app/bootstrap';
import { Database, Problem, ServiceUnavailable } from '@app/kernel';
import { GracefulShutdown } from './graceful-shutdown.service.js';

/** Maximum duration of a readiness check, regardless of the state of the database. */
const MAX_CHECK_MS = 1_000;

/** Checks that the database responds and has the schema that this version needs. */
@Injectable()
export class Readiness {
  private check: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly shutdown: GracefulShutdown,
  ) {}

  /**
   * @throws ServiceUnavailable if the service is about to stop, the database does not respond in time, or its schema is
   * outdated
   */
  async confirm(): Promise<void> {
    if (this.shutdown.isDraining) throw notReady('The service is stopping.');
    // Concurrent probes share one check, so that they do not use up connections for requests.
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
