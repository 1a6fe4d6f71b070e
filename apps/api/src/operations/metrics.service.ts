import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import type { JobFigures, QueueFigures, ReplicaFigures } from '@app/kernel';
import { Connections, Jobs, LongWork, Replica } from '@app/kernel';
import type { DeliveryFigures } from '@app/notifying';
import { DeliveryWorker } from '@app/notifying';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countAmongAll, metricsOfAll } from '../workers/cluster-metrics.js';

export interface AdmissionFigures {
  /** Number of requests that hold a slot. */
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
}

/** Upper bounds of the histogram buckets in seconds, from a cached read to the slowest import. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    registers: [this.registry],
  });

  constructor(
    connections: Connections,
    replica: Replica,
    private readonly jobs: Jobs,
    private readonly work: LongWork,
    private readonly deliveries: DeliveryWorker,
  ) {
    if (cluster.isWorker) countAmongAll(this.registry);
    collectDefaultMetrics({ register: this.registry });
    const pool = () => connections.figures();
    this.watch(Gauge, 'database_pool_connections', 'Open connections to the database', () => pool().open);
    this.watch(Gauge, 'database_pool_idle_connections', 'Idle connections of the pool', () => pool().idle);
    this.watch(Gauge, 'database_pool_waiting_requests', 'Requests that wait for a connection', () => pool().waiting);
    this.watch(
      Counter,
      'database_pool_refused_requests_total',
      'Requests that were rejected without a connection',
      () => pool().refused,
    );
    if (replica.isThere) this.watchReplica(replica);
    this.watchDeliveries();
    this.watchWork(Gauge, 'running', 'Running long tasks, by kind');
    this.watchWork(Gauge, 'waiting', 'Waiting long tasks');
    this.watchWork(Counter, 'refused', 'Long tasks rejected because the queue was full or they waited too long');
    this.watchWork(Counter, 'dropped', 'Long tasks dropped because their client disconnected');
    this.watchJobs(Counter, 'job_runs_total', 'Runs of a job in this process', ({ runs }) => runs);
    this.watchJobs(Counter, 'job_failures_total', 'Failed runs of a job', ({ failures }) => failures);
    this.watchJobs(
      Gauge,
      'job_last_success_timestamp_seconds',
      'Unix time in seconds of the last successful run of a job in this process',
      ({ lastSuccess }) => lastSuccess,
    );
  }

  private watchReplica(replica: Replica): void {
    const count = (name: string, help: string, figure: keyof ReplicaFigures) =>
      this.watch(Counter, name, help, () => replica.figures()[figure]);
    count('database_replica_reads_total', 'Reads served by a replica', 'answered');
    count(
      'database_replica_passed_on_total',
      'Reads passed on to the primary because the replica lagged or was unavailable',
      'passedOn',
    );
  }

  /**
   * Registers the metrics of webhook deliveries. The mean time from an event to the response is `lag_seconds_sum`
   * divided by `lag_seconds_count`.
   */
  private watchDeliveries(): void {
    const { deliveries } = this;
    const count = (name: string, help: string, figure: keyof DeliveryFigures) =>
      this.watch(Counter, name, help, () => deliveries.figures()[figure]);
    count('webhook_deliveries_delivered_total', 'Deliveries accepted by their receivers', 'delivered');
    count('webhook_deliveries_failed_total', 'Failed deliveries', 'failed');
    count('webhook_attempts_repeated_total', 'Failed attempts that will be retried', 'repeated');
    count('webhook_delivery_lag_seconds_count', 'Deliveries by their first attempt, without replays', 'prompt');
    count('webhook_delivery_lag_seconds_sum', 'Total seconds from events to responses', 'promptSeconds');
    this.watch(Gauge, 'webhook_attempts_running', 'Running attempts', () => deliveries.figures().running);
    new Gauge({
      name: 'webhook_deliveries_pending',
      help: 'Pending deliveries of all processes, counted up to 100,000',
      // All processes report the same number, and the maximum of equal numbers is that number.
      aggregator: 'max',
      registers: [this.registry],
      async collect() {
        this.set(await deliveries.pending().catch(() => Number.NaN));
      },
    });
  }

  readonly contentType = this.registry.contentType;

  /**
   * Counts a completed request. `route` is the pattern of the route, because a label with IDs would create a series per
   * path.
   */
  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.durations.observe({ method, route, status }, seconds);
  }

  watchAdmission(figures: () => AdmissionFigures): void {
    const refused = 'Requests rejected because the queue was full';
    this.watch(Gauge, 'http_requests_running', 'Requests in progress', () => figures().running);
    this.watch(Gauge, 'http_requests_waiting', 'Waiting requests', () => figures().waiting);
    this.watch(Counter, 'http_requests_refused_total', refused, () => figures().refused);
  }

  /** Returns the metrics of this process or, in a worker, of all processes. */
  text(): Promise<string> {
    return cluster.isWorker ? metricsOfAll() : this.registry.metrics();
  }

  private watch(Kind: typeof Counter | typeof Gauge, name: string, help: string, figure: () => number): void {
    new Kind({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(figure());
      },
    });
  }

  private watchWork(Kind: typeof Counter | typeof Gauge, figure: keyof QueueFigures, help: string): void {
    const { work } = this;
    new Kind({
      name: `long_work_${figure}${Kind === Counter ? '_total' : ''}`,
      help,
      labelNames: ['work'],
      registers: [this.registry],
      collect() {
        this.reset();
        for (const figures of work.figures()) this.inc({ work: figures.work }, figures[figure]);
      },
    });
  }

  private watchJobs(
    Kind: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    figure: (job: JobFigures) => number | null,
  ): void {
    const { jobs } = this;
    new Kind({
      name,
      help,
      labelNames: ['job'],
      // Gauges contain times, and the maximum is the latest time of all processes. Counters are summed.
      ...(Kind === Gauge && { aggregator: 'max' as const }),
      registers: [this.registry],
      collect() {
        this.reset();
        for (const job of jobs.figures()) {
          const value = figure(job);
          if (value !== null) this.inc({ job: job.name }, value);
        }
      },
    });
  }
}
