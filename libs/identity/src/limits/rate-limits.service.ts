import { Injectable } from '@nestjs/common';
import { Database, Log } from '@app/kernel';
import type { Lease, RateLimitResult } from './lease.js';
import { isWorthRenewing, takeFrom } from './lease.js';

/** Number of requests per window. A window begins with its first request. */
export interface RateLimitPolicy {
  readonly quota: number;
  readonly windowSeconds: number;
}

/**
 * Maximum size of a lease. A lease is an eighth of the remaining quota, so leases shrink to single requests as the
 * quota runs out.
 */
const MAX_LEASE = 50;
const MAX_LEASES = 20_000;

/**
 * Enforces rate limits that all processes share (decision 0025). Each process leases a part of a quota and spends it
 * without queries.
 */
@Injectable()
export class RateLimits {
  private readonly leases = new Map<string, Lease>();
  private readonly asking = new Map<string, Promise<Lease>>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Counts a request. Returns synchronously while this process has a lease. */
  take(subject: string, policy: RateLimitPolicy): RateLimitResult | Promise<RateLimitResult> {
    const lease = this.leases.get(subject);
    const result = takeFrom(lease, performance.now());
    if (result === null) return this.takeShared(subject, policy);
    if (isWorthRenewing(lease!, policy.quota)) this.renew(subject, policy);
    return result;
  }

  /** Counts an attempt in the database, without a lease. Use it for rare attempts that `giveBack` may undo. */
  async takeAttempt(subject: string, policy: RateLimitPolicy): Promise<RateLimitResult> {
    const granted = await this.fetch(subject, policy, 1);
    return takeFrom(granted, performance.now()) ?? { allowed: false, remaining: 0, secondsLeft: 1 };
  }

  async giveBack(subjects: readonly string[]): Promise<void> {
    await this.database.single(
      {},
      {
        text: `update identity_rate_windows set taken = greatest(taken - 1, 0) where subject = any($1)`,
        values: [subjects],
      },
    );
  }

  private async takeShared(subject: string, policy: RateLimitPolicy): Promise<RateLimitResult> {
    for (;;) {
      const result = takeFrom(this.leases.get(subject), performance.now());
      if (result !== null) return result;
      await this.ask(subject, policy);
    }
  }

  /** Fetches a lease with one query for all concurrent requests of a subject. */
  private ask(subject: string, policy: RateLimitPolicy): Promise<Lease> {
    const pending = this.asking.get(subject);
    if (pending) return pending;
    const query = this.fetch(subject, policy, MAX_LEASE)
      .then((lease) => this.store(subject, lease))
      .finally(() => this.asking.delete(subject));
    this.asking.set(subject, query);
    return query;
  }

  private renew(subject: string, policy: RateLimitPolicy): void {
    this.ask(subject, policy).catch((error: unknown) =>
      this.log.warn({ err: error }, 'a rate limit lease was not renewed'),
    );
  }

  private store(subject: string, lease: Lease): Lease {
    if (this.leases.size >= MAX_LEASES) this.dropEnded();
    this.leases.set(subject, lease);
    return lease;
  }

  private dropEnded(): void {
    const now = performance.now();
    for (const [subject, { endsAt }] of this.leases) if (endsAt <= now) this.leases.delete(subject);
    // If there are still too many leases, drops the oldest. Their unspent requests are lost, but no quota is exceeded.
    for (const subject of this.leases.keys()) {
      if (this.leases.size < MAX_LEASES) break;
      this.leases.delete(subject);
    }
  }

  private async fetch(subject: string, { quota, windowSeconds }: RateLimitPolicy, largest: number): Promise<Lease> {
    // Measures the time before sending the query, so that no lease outlives its window.
    const sentAt = performance.now();
    const [row] = await this.database.single<{ granted: number; shared: number; milliseconds: number }>(
      {},
      {
        name: 'identity.take-lease',
        text: `
        insert into identity_rate_windows as w (subject, began_at, ends_at, taken, granted)
        select $1, clock_timestamp(), clock_timestamp() + $3::int * interval '1 second', first, first
        from (select least($4::int, greatest(1, $2::int / 8)) as first) lease
        on conflict (subject) do update set
          began_at = case when w.ends_at <= clock_timestamp() then excluded.began_at else w.began_at end,
          ends_at = case when w.ends_at <= clock_timestamp() then excluded.ends_at else w.ends_at end,
          taken = case when w.ends_at <= clock_timestamp() then excluded.taken
            else w.taken + least($4::int, greatest(1, ($2::int - w.taken) / 8), greatest(0, $2::int - w.taken)) end,
          granted = case when w.ends_at <= clock_timestamp() then excluded.granted
            else least($4::int, greatest(1, ($2::int - w.taken) / 8), greatest(0, $2::int - w.taken)) end
        returning granted, greatest(0, $2::int - taken) as shared,
          (extract(epoch from ends_at - clock_timestamp()) * 1000)::int as milliseconds`,
        values: [subject, quota, windowSeconds, largest],
      },
    );
    return { left: row!.granted, shared: row!.shared, endsAt: sentAt + Math.max(0, row!.milliseconds) };
  }
}
