import type { Statement } from '@app/kernel';
import { EVENT_COLUMNS } from '../feed/feed.query.js';
import { SLOTS_OF_WEBHOOK } from './attempt-slots.js';

/** Maximum number of webhooks per claim. The next claim continues after them. */
const WEBHOOKS_AT_ONCE = 256;

export interface Claim extends Record<string, unknown> {
  readonly deliveryId: string;
  readonly workspaceId: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Number of the event; null for a test, which has `testBody` instead. */
  readonly eventNumber: string | null;
  readonly testBody: string | null;
  readonly tries: number;
  /** True for a first attempt that is neither a manual retry nor a replay. */
  readonly isPrompt: boolean;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly isFailing: boolean;
}

export interface ClaimRow extends Omit<Claim, 'deliveryId'>, Record<string, unknown> {
  /** Last webhook that the claim scanned; null if it reached the end. */
  readonly lookedAt: string | null;
  readonly deliveryId: string | null;
}

export interface ClaimQuestion {
  /** True to claim retries, false to claim first attempts. */
  readonly again: boolean;
  readonly after: string;
  /** Running attempts in this process by webhook. The key is the workspace ID, a space and the webhook ID. */
  readonly running: ReadonlyMap<string, number>;
  /** Webhooks whose last attempt was slow. They get only slow slots. The keys are the same as in `running`. */
  readonly slow: readonly string[];
  readonly free: { readonly prompt: number; readonly slow: number };
  readonly now: Date;
  /** End of the lease. No other process claims the deliveries before this time. */
  readonly leaseUntil: Date;
}

/**
 * Claims due deliveries, earliest first, up to the number of free slots of each webhook. Webhooks with fewer running
 * attempts have priority, so that one long queue does not delay short ones. The index leads directly to the webhooks
 * with pending deliveries. Two processes never claim the same delivery.
 */
export function claimDue(question: ClaimQuestion): Statement {
  const { again, after, running, slow, free, now, leaseUntil } = question;
  return {
    name: 'notifying.claim',
    text: `
      with recursive waiting as (
        (select d.workspace_id, d.webhook_id, 1 as n from notifying_deliveries d
          where d.status = 'pending' and (d.tries > 0) = $1 and d.webhook_id > $2 order by d.webhook_id limit 1)
        union all
        select next.workspace_id, next.webhook_id, w.n + 1 from waiting w cross join lateral (
          select d.workspace_id, d.webhook_id from notifying_deliveries d
          where d.status = 'pending' and (d.tries > 0) = $1 and d.webhook_id > w.webhook_id order by d.webhook_id limit 1
        ) next
        where w.n < ${WEBHOOKS_AT_ONCE}
      ), due as (
        select d.workspace_id, d.id, h.is_well,
          row_number() over (partition by h.is_well order by coalesce(running.attempts, 0) + d.n, d.next_attempt_at) as place
        from waiting w
        cross join lateral (
          select h.*, h.failing_since is null and h.workspace_id || ' ' || h.id <> all($9::text[]) as is_well
          from notifying_webhooks h
          where h.workspace_id = w.workspace_id and h.id = w.webhook_id and h.status = 'active'
            and (h.grant_expires_at is null or h.grant_expires_at > $7)
        ) h
        left join unnest($3::text[], $4::int[]) as running (webhook, attempts) on running.webhook = h.workspace_id || ' ' || h.id
        cross join lateral (
          select *, row_number() over (order by next_attempt_at) as n from (
            select d.workspace_id, d.id, d.next_attempt_at from notifying_deliveries d
            where d.status = 'pending' and (d.tries > 0) = $1 and d.workspace_id = h.workspace_id and d.webhook_id = h.id
              and d.next_attempt_at <= $7
            order by d.next_attempt_at
            limit greatest(case when h.is_well then ${SLOTS_OF_WEBHOOK} else 1 end - coalesce(running.attempts, 0), 0)
          ) its
        ) d
      ), free as (
        select d.workspace_id, d.id from notifying_deliveries d join due on due.workspace_id = d.workspace_id and due.id = d.id
        where due.place <= case when due.is_well then $5::int else $6::int end
          and d.status = 'pending' and d.next_attempt_at <= $7
        for update of d skip locked
      ), claimed as (
        update notifying_deliveries d set next_attempt_at = $8 from free
        where d.workspace_id = free.workspace_id and d.id = free.id
        returning d.*
      )
      select looked.webhook_id as "lookedAt", c.workspace_id as "workspaceId", c.id as "deliveryId",
        c.webhook_id as "webhookId", c.event_id as "eventId", c.event_number as "eventNumber",
        c.test_body as "testBody", c.tries, not c.is_replay and c.attempts = '[]' as "isPrompt",
        h.url, h.sealed_secret as "sealedSecret",
        case when h.previous_secret_until > $7 then h.sealed_previous_secret end as "sealedPreviousSecret",
        h.failing_since is not null as "isFailing"
      from (values (1)) one
      left join waiting looked on looked.n = ${WEBHOOKS_AT_ONCE}
      left join claimed c on true
      left join notifying_webhooks h on h.workspace_id = c.workspace_id and h.id = c.webhook_id`,
    values: [again, after, [...running.keys()], [...running.values()], free.prompt, free.slow, now, leaseUntil, slow],
  };
}

export function eventsOf(claims: readonly Claim[]): Statement {
  return {
    name: 'notifying.events-of-deliveries',
    text: `
      select ${EVENT_COLUMNS}
      from unnest($1::uuid[], $2::bigint[]) as delivered (workspace_id, number)
      join kernel_outbox_events() e on e.workspace_id = delivered.workspace_id and e.number = delivered.number`,
    values: [claims.map(({ workspaceId }) => workspaceId), claims.map(({ eventNumber }) => eventNumber)],
  };
}

/** Ends the lease of a delivery whose attempt was canceled. */
export function releaseClaim({ workspaceId, deliveryId }: Claim, now: Date): Statement {
  return {
    name: 'notifying.release',
    text: `
      update notifying_deliveries set next_attempt_at = $3 where workspace_id = $1 and id = $2 and status = 'pending'`,
    values: [workspaceId, deliveryId, now],
  };
}
