import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import type { JobFigures, QueueFigures, ReplicaFigures } from '@app/kernel';
import { Connections, Jobs, LongWork, Replica } from '@app/kernel';
import type { DeliveryFigures } from '@app/notifying';
import { DeliveryWorker } from '@app/notifying';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { countAmongAll, metricsOfAll } from '../workers/cluster-metrics.js';

/** How many requests stand before and behind the gate that admits them. */
export interface AdmissionFigures {
  /** Requests in progress; one that takes longer than its slot lasts is no longer counted. */
  readonly running: number;
  readonly waiting: number;
  /** How many were refused since the process started. */
  readonly refused: number;
}

/** From a cached read to the slowest import, in seconds. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What the process, its requests and its database connections look like from outside, in the form of Prometheus. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by method, route and status',
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
    this.watch(Gauge, 'database_pool_waiting_requests', 'Requests for a connection that wait', () => pool().waiting);
    this.watch(
      Counter,
      'database_pool_refused_requests_total',
      'Requests for a connection that were refused',
      () => pool().refused,
    );
    if (replica.isThere) this.watchReplica(replica);
    this.watchDeliveries();
    this.watchWork(Gauge, 'running', 'Pieces of long work under way, by what they are');
    this.watchWork(Gauge, 'waiting', 'Pieces of long work that wait for their turn');
    this.watchWork(
      Counter,
      'refused',
      'Pieces of long work that were refused because too many waited, or for too long',
    );
    this.watchWork(Counter, 'dropped', 'Pieces of long work that were dropped because their client had gone');
    this.watchJobs(Counter, 'job_runs_total', 'How often this process did a job', ({ runs }) => runs);
    this.watchJobs(Counter, 'job_failures_total', 'How many of those runs failed', ({ failures }) => failures);
    this.watchJobs(
      Gauge,
      'job_last_success_timestamp_seconds',
      'When this process last did a job to its end, in seconds since 1970',
      ({ lastSuccess }) => lastSuccess,
    );
  }

  private watchReplica(replica: Replica): void {
    const count = (name: string, help: string, figure: keyof ReplicaFigures) =>
      this.watch(Counter, name, help, () => replica.figures()[figure]);
    count('database_replica_reads_total', 'Reads that a replica answered', 'answered');
    count(
      'database_replica_passed_on_total',
      'Reads that a replica might have answered, but was behind or away',
      'passedOn',
    );
  }

  /** What was sent to webhooks. From the event to the answer it took the seconds divided by the deliveries. */
  private watchDeliveries(): void {
    const { deliveries } = this;
    const count = (name: string, help: string, figure: keyof DeliveryFigures) =>
      this.watch(Counter, name, help, () => deliveries.figures()[figure]);
    count('webhook_deliveries_delivered_total', 'Deliveries that their receivers took', 'delivered');
    count('webhook_deliveries_failed_total', 'Deliveries that were given up', 'failed');
    count('webhook_attempts_repeated_total', 'Attempts that failed and will be repeated', 'repeated');
    count('webhook_delivery_lag_seconds_count', 'Deliveries by their first attempt, but for replays', 'prompt');
    count('webhook_delivery_lag_seconds_sum', 'Seconds from their events to the answers', 'promptSeconds');
    this.watch(Gauge, 'webhook_attempts_running', 'Attempts under way', () => deliveries.figures().running);
    new Gauge({
      name: 'webhook_deliveries_pending',
      help: 'Deliveries that wait, in all processes; counted up to 100,000',
      // Each process counts the same ones.
      aggregator: 'max',
      registers: [this.registry],
      async collect() {
        this.set(await deliveries.pending().catch(() => Number.NaN));
      },
    });
  }

  readonly contentType = this.registry.contentType;

  /** Counts an answered request. `route` is the pattern that it matched, never its path: ids would each be a series. */
  countRequest(method: string, route: string, status: number, seconds: number): void {
    this.durations.observe({ method, route, status }, seconds);
  }

  /** Tells of the requests that are worked on, that wait for their turn, and that were refused because too many did. */
  watchAdmission(figures: () => AdmissionFigures): void {
    const refused = 'Requests that were refused because too many waited';
    this.watch(Gauge, 'http_requests_running', 'Requests that are worked on', () => figures().running);
    this.watch(Gauge, 'http_requests_waiting', 'Requests that wait for their turn', () => figures().waiting);
    this.watch(Counter, 'http_requests_refused_total', refused, () => figures().refused);
  }

  /** The figures of this process, or of all that serve together. */
  text(): Promise<string> {
    return cluster.isWorker ? metricsOfAll() : this.registry.metrics();
  }

  /** A figure that is read at each scrape. */
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

  /** A series for each kind of long work, read at each scrape. */
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

  /** A series for each job, read at each scrape. */
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
      // Of several processes the one that did it last; runs and failures are summed up by the kind of their figure.
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
