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

/** Work that runs on a schedule instead of on request. */
export interface Job {
  /** Its context and what it does: `fx.fetch-rates`. */
  readonly name: string;
  /** When it is due, as a cron expression in Mexican time. */
  readonly cron: string;
  /** Whether it is due as soon as the service starts, whatever the clock says: when it was never done. */
  isOverdue?(): Promise<boolean>;
  /**
   * Does the work, or throws and is called again later. It may be called twice for one date, when a process dies after the
   * work is done; so a repetition must change nothing. The signal says that the process is about to end.
   */
  work(signal: AbortSignal): Promise<void>;
}

/** How a job has fared in this process since it started. */
export interface JobFigures {
  readonly name: string;
  readonly runs: number;
  readonly failures: number;
  /** Seconds since 1970; null before the first success. */
  readonly lastSuccess: number | null;
}

const CONNECTIONS = 2;
const POLL_SECONDS = 10;
/** A failed run is repeated after a quarter of a minute, a half, one and so on, at most an hour apart: for about seven hours in all. */
const REPETITION = { retryLimit: 14, retryDelay: 15, retryBackoff: true, retryDelayMax: 3_600 };
/** A run of which the queue hears nothing for so long has died with its process, and is repeated like one that failed. */
const MAX_SILENCE_SECONDS = 20;
const SIGN_OF_LIFE_SECONDS = 5;
/** How often each process looks for such runs, and for those that take too long. */
const SUPERVISION_SECONDS = 15;
/** A run that takes longer is given up, and repeated. */
const MAX_RUN_SECONDS = 900;
const FIRST_RESTART_MS = 1_000;
const MAX_RESTART_MS = 60_000;
const MAX_STOP_MS = 2_500;

/**
 * The jobs of the service, on a queue in the same PostgreSQL (decision 0016). However many processes serve, each date of a
 * job is worked on by one of them, one run of a job at a time; what came due while none was running is made up for once.
 *
 * A process that leaves them to others opens no connection for them, and one whose queue fails serves on: it says so in its log and
 * tries again by itself.
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

  /** Has the job done from now on, whenever it is due. */
  add(job: Job): void {
    this.jobs.set(job.name, job);
    this.fates.set(job.name, { runs: 0, failures: 0, lastSuccess: null });
  }

  /** Has work repeated for as long as this process works on jobs, beside the queue: what several processes may do at once. */
  repeat(loop: Loop): Pick<RunningLoop, 'wake'> {
    const running = new RunningLoop(loop, this.log);
    this.loops.push(running);
    return running;
  }

  figures(): JobFigures[] {
    return [...this.fates].map(([name, fate]) => ({ name, ...fate }));
  }

  /** The service does not wait for its jobs to be ready. A command line has the same modules, but runs no jobs. */
  onApplicationBootstrap(): void {
    if (!this.working || !this.http.httpAdapter) return;
    if (this.jobs.size > 0) this.starting = this.startUntilDone();
    this.looping = Promise.all(this.loops.map((loop) => loop.run(this.ending.signal)));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.end();
  }

  /** Takes up no more jobs, and tells the one under way that it has to end; another process will repeat it. */
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
      // The schema is brought up by the migrations, with the rights of their user; this one owns nothing.
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
    // A job whose state cannot be read runs once more.
    const isOverdue = (await job.isOverdue?.().catch(() => true)) ?? false;
    // Several processes that start together ask for one run: the queue takes up no second one.
    if (isOverdue) await queue.send(job.name);
  }

  private async run(job: Job, signal: AbortSignal): Promise<void> {
    const fate = this.fates.get(job.name)!;
    fate.runs += 1;
    try {
      await job.work(AbortSignal.any([signal, this.ending.signal]));
    } catch (error) {
      fate.failures += 1;
      this.log.warn({ job: job.name, err: error }, 'a job failed and will be repeated');
      throw error;
    }
    fate.lastSuccess = this.clock.now().getTime() / 1_000;
    this.log.info({ job: job.name }, 'a job was done');
  }

  /** Gives up waiting after a while: a queue whose database is gone cannot say goodbye. */
  private async stop(queue: PgBoss | undefined): Promise<void> {
    const stopped = queue?.stop({ graceful: true, timeout: 1_000 }).catch(() => undefined);
    const enough = new AbortController();
    await Promise.race([stopped, pause(MAX_STOP_MS, undefined, { signal: enough.signal }).catch(() => undefined)]);
    enough.abort();
  }
}
