import { MikroOrmModule } from '@mikro-orm/nestjs';
import type { DynamicModule } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { AuditEntry } from './audit/audit-entry.entity.js';
import { Clock } from './calendar/clock.service.js';
import { Connections } from './database/connections.service.js';
import { ActiveWork } from './database/active-work.service.js';
import { Database } from './database/database.service.js';
import { RequestTransactions } from './database/request-transactions.service.js';
import { TransactionRunner } from './database/transaction-runner.service.js';
import { OrmDriver } from './database/orm-driver.query.js';
import { Replica } from './database/replica.service.js';
import { ServiceClient, startupOptions } from './database/service-client.query.js';
import { DomainEvents } from './database/domain-events.service.js';
import { DryRuns } from './dry-run/dry-runs.service.js';
import { EffectReaders } from './dry-run/effect-readers.service.js';
import { EncryptionKey } from './encryption/encryption-key.entity.js';
import { Encryption } from './encryption/encryption.service.js';
import { Jobs } from './jobs/jobs.service.js';
import { ClearIdempotencyRecordsJob } from './request/clear-idempotency-records.job.js';
import { IdempotencyRecord, StoredAnswers } from './request/idempotency-record.entity.js';
import { Log } from './log/log.js';
import { BodyRoom } from './queue/body-room.service.js';
import { BulkChanges } from './queue/bulk-changes.service.js';
import { LockWaits } from './database/lock-waits.service.js';
import { SlowReads } from './database/slow-reads.service.js';
import { LongWork } from './queue/long-work.service.js';
import { WorkspaceShares } from './queue/workspace-shares.service.js';
import { ClearOutboxJob } from './jobs/clear-outbox.job.js';
import { TrashPurges } from './jobs/trash-purges.service.js';
import { EventCounter, OutboxEvent, UntakenEvent } from './outbox/outbox-event.entity.js';
import { EventSignals } from './outbox/event-signals.service.js';
import { Settings } from './settings/settings.js';

/**
 * Empty replacements for MikroORM extensions that the service does not use. Without them, each start would load the
 * extensions from outside the bundle. Migrations load their own.
 */
const NO_EXTENSIONS = ['SeedManager', 'Migrator', 'EntityGenerator'].map((name) => ({
  name,
  register: () => undefined,
}));

/**
 * Entities of the kernel. They are registered when this file is loaded, so that one process can create several
 * applications.
 */
const ENTITIES = MikroOrmModule.forFeature([
  AuditEntry,
  EncryptionKey,
  EventCounter,
  IdempotencyRecord,
  OutboxEvent,
  StoredAnswers,
  UntakenEvent,
]);

const SERVICES = [
  Clock,
  DomainEvents,
  Connections,
  Replica,
  LockWaits,
  SlowReads,
  TransactionRunner,
  Database,
  RequestTransactions,
  ActiveWork,
  EffectReaders,
  DryRuns,
  Encryption,
  LongWork,
  BodyRoom,
  BulkChanges,
  WorkspaceShares,
];

@Global()
@Module({})
export class KernelModule {
  static with(settings: Settings, databaseUrl: string, log: Log): DynamicModule {
    return {
      module: KernelModule,
      imports: [
        MikroOrmModule.forRoot({
          driver: OrmDriver,
          autoLoadEntities: true,
          dbName: 'centavo',
          driverOptions: {
            connectionString: databaseUrl,
            // Behind a pooler, clients share sessions, so each transaction sets its role (decision 0003,
            // docs/scaling.md).
            Client: ServiceClient,
            ...(settings.databasePooler ? { transactionRole: 'app' } : { options: startupOptions('app') }),
            max: settings.databasePool,
            // Keeps connections open, because a server with a full disk still serves reads but does not accept new
            // connections.
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
        ENTITIES,
      ],
      providers: [
        { provide: Settings, useValue: settings },
        { provide: Log, useValue: log },
        ...SERVICES,
        {
          provide: EventSignals,
          inject: [Log, HttpAdapterHost],
          useFactory: (log: Log, http: HttpAdapterHost) =>
            new EventSignals(databaseUrl, log, http, settings.jobs && !settings.databasePooler),
        },
        ClearIdempotencyRecordsJob,
        ClearOutboxJob,
        TrashPurges,
        {
          provide: Jobs,
          inject: [Clock, Log, HttpAdapterHost],
          useFactory: (clock: Clock, sayings: Log, http: HttpAdapterHost) =>
            new Jobs(databaseUrl, clock, sayings, http, settings.jobs),
        },
      ],
      exports: [Settings, Log, Jobs, TrashPurges, EventSignals, ...SERVICES],
    };
  }
}
