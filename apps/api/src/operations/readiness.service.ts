import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, Problem, recordedName, ServiceUnavailable } from '@app/kernel';
import { GracefulShutdown } from './graceful-shutdown.service.js';
import { MIGRATIONS } from '@app/bootstrap';

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
   * Comes back when the service is ready.
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
    const applied = await this.appliedMigrations();
    const pending = MIGRATIONS.filter((migration) => !applied.has(recordedName(migration)));
    if (pending.length === 0) return;
    throw notReady('The schema of the database is not current.');
  }

  private async appliedMigrations(): Promise<Set<string>> {
    const statement = { text: 'select name from centavo_migrations', values: [] };
    const rows = await this.database.single<{ name: string }>({}, statement);
    return new Set(rows.map(({ name }) => name));
  }
}

function notReady(detail: string): Problem {
  return new Problem(ServiceUnavailable, detail, ServiceUnavailable.example().extras);
}
