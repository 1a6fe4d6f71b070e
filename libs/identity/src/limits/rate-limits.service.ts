import { Injectable } from '@nestjs/common';
import { Database, Log } from '@app/kernel';
import type { Lease, Verdict } from './lease.js';
import { isWorthRenewing, takeFrom } from './lease.js';

/** So many requests in so many seconds, counted from the first one. */
export interface Budget {
  readonly quota: number;
  readonly windowSeconds: number;
}

/** A lease is an eighth of what is left, so that it shrinks to single requests before the end, and never more than this. */
const LARGEST_LEASE = 50;
const MOST_LEASES = 20_000;

/**
 * Budgets of requests that all processes share (decision 0025). A process takes a part of a budget from the database and
 * spends it in memory, so that most requests ask nobody. Together they never pass more than the budget.
 */
@Injectable()
export class RateLimits {
  private readonly leases = new Map<string, Lease>();
  private readonly asking = new Map<string, Promise<Lease>>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
  ) {}

  /** Takes one request from a subject's budget: at once while a lease is in hand. */
  take(subject: string, budget: Budget): Verdict | Promise<Verdict> {
    const lease = this.leases.get(subject);
    const verdict = takeFrom(lease, performance.now());
    if (verdict === null) return this.takeShared(subject, budget);
    if (isWorthRenewing(lease!, budget.quota)) this.renew(subject, budget);
    return verdict;
  }

  /** Takes one attempt, asking the database each time: for what is rare and may be given back. */
  async takeAttempt(subject: string, budget: Budget): Promise<Verdict> {
    const granted = await this.fetch(subject, budget, 1);
    return takeFrom(granted, performance.now()) ?? { allowed: false, remaining: 0, secondsLeft: 1 };
  }

  /** Gives attempts back that turned out to be no failures. */
  async giveBack(subjects: readonly string[]): Promise<void> {
    await this.database.single(
      {},
      {
        text: `update identity_rate_windows set taken = greatest(taken - 1, 0) where subject = any($1)`,
        values: [subjects],
      },
    );
  }

  /** Deletes windows that have ended; a subject that comes back gets a new one. */
  async purge(): Promise<void> {
    const text = `delete from identity_rate_windows where ends_at < clock_timestamp()`;
    await this.database.single({}, { text, values: [] });
  }

  private async takeShared(subject: string, budget: Budget): Promise<Verdict> {
    for (;;) {
      const verdict = takeFrom(this.leases.get(subject), performance.now());
      if (verdict !== null) return verdict;
      await this.ask(subject, budget);
    }
  }

  /** Those who ask at the same moment share one answer. */
  private ask(subject: string, budget: Budget): Promise<Lease> {
    const pending = this.asking.get(subject);
    if (pending) return pending;
    const asked = this.fetch(subject, budget, LARGEST_LEASE)
      .then((lease) => this.keep(subject, lease))
      .finally(() => this.asking.delete(subject));
    this.asking.set(subject, asked);
    return asked;
  }

  private renew(subject: string, budget: Budget): void {
    this.ask(subject, budget).catch((error: unknown) => this.log.warn({ err: error }, 'a lease was not renewed'));
  }

  private keep(subject: string, lease: Lease): Lease {
    if (this.leases.size >= MOST_LEASES) this.forgetEnded();
    this.leases.set(subject, lease);
    return lease;
  }

  private forgetEnded(): void {
    const now = performance.now();
    for (const [subject, { endsAt }] of this.leases) if (endsAt <= now) this.leases.delete(subject);
    // Under a flood of subjects the oldest go: what they held is lost until their window ends, never exceeded.
    for (const subject of this.leases.keys()) {
      if (this.leases.size < MOST_LEASES) break;
      this.leases.delete(subject);
    }
  }

  private async fetch(subject: string, { quota, windowSeconds }: Budget, largest: number): Promise<Lease> {
    // Taken before the database looks at its clock, so that no lease outlives its window.
    const asked = performance.now();
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
    return { left: row!.granted, shared: row!.shared, endsAt: asked + Math.max(0, row!.milliseconds) };
  }
}
