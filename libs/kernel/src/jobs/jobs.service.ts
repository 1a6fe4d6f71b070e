import { setTimeout as pause } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { HttpAdapterHost } from '@nestjs/core';
import type { PgBoss } from 'pg-boss';
import type { Clock } from '../calendar/clock.service.js';
import { TIME_ZONE } from '../calendar/mexican-day.js';
import { addressAs } from '../settings/roles.js';
import type { Log } from '../log/log.js';
import { JOBS_SCHEMA } from '../migrations/0002-kernel-jobs.migrations.js';
import type { Loop } from './loop.js';
import { RunningLoop } from './loop.js';

export interface Job {
  readonly name: string;
  /** Cron expression in Mexico City time. */
  readonly cron: string;
  /** True if work is already due. In that case, the job runs at startup, regardless of its schedule. */
  isOverdue?(): Promise<boolean>;
  /**
   * Does the work. If it throws, the queue retries it. The work must be idempotent, because it also runs again if the
   * process dies. The signal aborts when the process is about to stop.
   */
  work(signal: AbortSignal): Promise<void>;
}

export interface JobFigures {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
  /** Time of the last success in seconds since 1970; null if there was none. */
  readonly lastSuccess: number | null;
}

const CONNECTIONS = 2;
const POLL_SECONDS = 10;
/** Retries of a failed job. They start after 15 s, slow down to one per hour, and end after about seven hours. */
const REPETITION = { retryLimit: 14, retryDelay: 15, retryBackoff: true, retryDelayMax: 3_600 };
/** Seconds without a heartbeat after which the queue considers a run dead and retries it. */
const MAX_SILENCE_SECONDS = 20;
const SIGN_OF_LIFE_SECONDS = 5;
/** Interval between searches for runs that are dead or exceed MAX_RUN_SECONDS. */
const SUPERVISION_SECONDS = 15;
const MAX_RUN_SECONDS = 900;
const FIRST_RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
const MAX_STOP_MS = 2_500;

/**
 * Runs jobs from a queue in the same PostgreSQL database (decision 0016). Only one process runs a job at each scheduled
 * time. If a job misses several dates while no process is running, it runs once. If the queue fails, the process logs
 * the error, still serves requests, and starts the queue again later.
 */
export class Jobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, Job>();
  private readonly fates = new Map<string, { runs: number; failures: number; lastSuccess: number | null }>();
  private readonly loops: RunningLoop[] = [];
  private readonly ending = new AbortController();
  private queue: PgBoss | undefined;
  private starting: Promise<void> = Promise.resolve();
  private looping: Promise<unknown> = Promise.resolve();
  private ended: Promise<void> | undefined;

  constructor(
    private readonly databaseUrl: string,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly http: HttpAdapterHost,
    private readonly working: boolean,
  ) {}

  add(job: Job): void {
    this.jobs.set(job.name, job);
    this.fates.set(job.name, { runs: 0, failures: 0, lastSuccess: null });
  }

  /**
   * Runs a loop outside the queue for as long as this process runs jobs. Several processes may run the loop at the same
   * time.
   */
  repeat(loop: Loop): Pick<RunningLoop, 'wake'> {
    const running = new RunningLoop(loop, this.log);
    this.loops.push(running);
    return running;
  }

  figures(): JobFigures[] {
    return [...this.fates].map(([name, fate]) => ({ name, ...fate }));
  }

  onApplicationBootstrap(): void {
    if (!this.working || !this.http.httpAdapter) return;
    if (this.jobs.size > 0) this.starting = this.startUntilDone();
    this.looping = Promise.all(this.loops.map((loop) => loop.run(this.ending.signal)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.end();
  }

  /** Starts no more jobs, and aborts the running ones. Another process retries them. */
  end(): Promise<void> {
    this.ending.abort();
    this.ended ??= Promise.all([this.starting.then(() => this.stop(this.queue)), this.looping]).then(() => undefined);
    return this.ended;
  }

  private async startUntilDone(): Promise<void> {
    for (let wait = FIRST_RESTART_MS; !this.ending.signal.aborted; wait = Math.min(wait * 2, MAX_RESTART_MS)) {
      try {
        return await this.start();
      } catch (error) {
        this.log.warn({ err: error, againInMs: wait }, 'the job queue could not be started');
      }
      await pause(wait, undefined, { signal: this.ending.signal }).catch(() => undefined);
    }
  }

  private async start(): Promise<void> {
    const { PgBoss } = await import('pg-boss');
    const queue = new PgBoss({
      connectionString: addressAs('operator', this.databaseUrl),
      options:
        '-c role=centavo_operator -c search_path=public -c timezone=UTC -c statement_timeout=30s -c lock_timeout=10s',
      connectionTimeoutMillis: 2_000,
      application_name: 'centavo jobs',
      max: CONNECTIONS,
      schema: JOBS_SCHEMA,
      // A migration has created the schema as administrator, because this process may not.
      migrate: false,
      superviseIntervalSeconds: SUPERVISION_SECONDS,
      monitorIntervalSeconds: SUPERVISION_SECONDS,
      reindex: false,
      monitorVacuum: false,
    });
    // Without a listener, an error event would end the process.
    queue.on('error', (error) => this.log.warn({ err: error }, 'the job queue reports an error'));
    try {
      await queue.start();
      for (const job of this.jobs.values()) await this.schedule(queue, job);
      this.queue = queue;
    } catch (error) {
      await this.stop(queue);
      throw error;
    }
  }

  private async schedule(queue: PgBoss, job: Job): Promise<void> {
    const options = {
      ...REPETITION,
      ...{ expireInSeconds: MAX_RUN_SECONDS, heartbeatSeconds: MAX_SILENCE_SECONDS },
    };
    await queue.createQueue(job.name, { policy: 'exclusive', ...options });
    await queue.updateQueue(job.name, options);
    const polling = { pollingIntervalSeconds: POLL_SECONDS, heartbeatRefreshSeconds: SIGN_OF_LIFE_SECONDS };
    await queue.work(job.name, polling, ([due]) => this.run(job, due!.signal));
    await queue.schedule(job.name, job.cron, null, { tz: TIME_ZONE, missed: 'once' });
    // If this check fails, the job runs.
    const isOverdue = (await job.isOverdue?.().catch(() => true)) ?? false;
    // The queue ignores duplicate requests, so processes that start together cause a single run.
    if (isOverdue) await queue.send(job.name);
  }

  private async run(job: Job, signal: AbortSignal): Promise<void> {
    const fate = this.fates.get(job.name)!;
    fate.runs += 1;
    try {
      await job.work(AbortSignal.any([signal, this.ending.signal]));
    } catch (error) {
      fate.failures += 1;
      this.log.warn({ job: job.name, err: error }, 'a job failed and will be retried');
      throw error;
    }
    fate.lastSuccess = this.clock.now().getTime() / 1_000;
    this.log.info({ job: job.name }, 'a job finished');
  }

  /** Stops the queue. Does not wait for long, because without a database a queue cannot stop gracefully. */
  private async stop(queue: PgBoss | undefined): Promise<void> {
    const stopped = queue?.stop({ graceful: true, timeout: 1_000 }).catch(() => undefined);
    const enough = new AbortController();
    await Promise.race([stopped, pause(MAX_STOP_MS, undefined, { signal: enough.signal }).catch(() => undefined)]);
    enough.abort();
  }
}
