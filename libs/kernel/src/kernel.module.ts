import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { Clock } from './calendar/clock.service.js';
import { Connections } from './database/connections.service.js';
import { Database } from './database/database.service.js';
import { PooledClient, SESSION } from './database/pooled-client.query.js';
import { DomainEvents } from './database/domain-events.service.js';
import { Jobs } from './jobs/jobs.service.js';
import { ClearIdempotencyRecordsJob } from './request/clear-idempotency-records.job.js';
import { IdempotencyRecord } from './request/idempotency-record.entity.js';
import { Log } from './log/log.js';
import { LongWork } from './queue/long-work.service.js';
import { Settings } from './settings/settings.js';

function sessionOptions(): string {
  return Object.entries(SESSION)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * The parts of MikroORM that it would look for and load, from outside of the bundle, at each start; nothing here asks for them.
 * Migrations load what they need themselves.
 */
const NO_EXTENSIONS = ['SeedManager', 'Migrator', 'EntityGenerator'].map((name) => ({
  name,
  register: () => undefined,
}));

/** What every context stands on: the settings, the clock, the database, the events and the log. */
@Global()
@Module({})
export class KernelModule {
  static with(settings: Settings, databaseUrl: string, log: Log): DynamicModule {
    return {
      module: KernelModule,
      imports: [
        MikroOrmModule.forRoot({
          driver: PostgreSqlDriver,
          autoLoadEntities: true,
          dbName: 'centavo',
          driverOptions: {
            connectionString: databaseUrl,
            // A pooler hands no session on, so there each transaction is set up (decision 0003, docs/scaling.md).
            ...(settings.databasePooler ? { Client: PooledClient } : { options: sessionOptions() }),
            max: settings.databasePool,
            // What was opened stays: where a disk is full, reading goes on, but nobody can connect anew.
            min: settings.databasePool,
            connectionTimeoutMillis: 1_500,
            keepAlive: true,
            keepAliveInitialDelayMillis: 30_000,
            pipeline: true,
          },
          extensions: NO_EXTENSIONS,
          ensureDatabase: false,
          registerRequestContext: false,
        }),
        MikroOrmModule.forFeature([AuditEntry, IdempotencyRecord]),
      ],
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Log, useValue: log },
        Clock,
        DomainEvents,
        Connections,
        Database,
        LongWork,
        ClearIdempotencyRecordsJob,
        {
          provide: Jobs,
          inject: [Clock, Log, HttpAdapterHost],
          useFactory: (clock: Clock, sayings: Log, http: HttpAdapterHost) =>
            new Jobs(databaseUrl, clock, sayings, http, settings.jobs),
        },
      ],
      exports: [Settings, Log, Clock, DomainEvents, Connections, Database, Jobs, LongWork],
    };
  }
}
