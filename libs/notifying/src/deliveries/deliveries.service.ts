import { Injectable } from '@nestjs/common';
import type { FairQueue, UnitOfWork } from '@app/kernel';
import {
  Clock,
  currentAudit,
  Database,
  EVENT_RETENTION_DAYS,
  FindFirst,
  isId,
  LongWork,
  newId,
  pageOf,
  pageStart,
  ValidationFailed,
} from '@app/kernel';
import { DeliveryNotFound } from '../notifying.problems.js';
import { disableAll, disableWebhook } from '../webhooks/disabling.query.js';
import type { Webhook } from '../webhooks/webhook.entity.js';
import { Webhooks } from '../webhooks/webhooks.service.js';
import type { Attempt } from './attempt.js';
import { GONE, isGone, statusAfter } from './attempt.js';
import { Attempts } from './attempts.service.js';
import { deliveryBody } from './delivery-body.js';
import type { DeliveryRow } from './delivery.query.js';
import { findDelivery, insertTest, listDeliveries, retryDelivery } from './delivery.query.js';
import type { ListDeliveriesRequest } from './delivery.request.js';
import type { DeliveryPageView, DeliveryView } from './delivery.view.js';
import { recordOutcomes } from './outcome.query.js';
import { queueReplay } from '../consumers/queue.query.js';

const LIST = 'deliveries';
const DAY_MS = 86_400_000;
/** Limits of concurrent tests, in total and per workspace. Each test request waits for the receiver's response. */
const TESTS = { capacity: 30, maxPerGroup: 3, maxWaiting: 100, maxWaitMs: 10_000 };

interface SentTest {
  readonly eventId: string;
  readonly body: string;
  readonly attempt: Attempt;
}

@Injectable()
export class Deliveries {
  private readonly tests: FairQueue;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly webhooks: Webhooks,
    private readonly attempts: Attempts,
    private readonly longWork: LongWork,
  ) {
    this.tests = longWork.queue('webhook_tests', TESTS);
  }

  async page(workspaceId: string, webhookId: string, request: ListDeliveriesRequest): Promise<DeliveryPageView> {
    await this.webhooks.get(workspaceId, webhookId);
    const query = { ...request, webhookId };
    const before = pageStart(LIST, query, isId)?.[0] ?? null;
    const { status = null, limit } = request;
    const statement = listDeliveries(workspaceId, webhookId, { status, before, limit: limit + 1 });
    const rows = await this.database.read<DeliveryRow>(workspaceId, statement);
    return pageOf(LIST, query, rows, ({ id }) => [id]);
  }

  /**
   * Sends a `webhook.test` event, even to a paused webhook.
   * @throws WebhookNotFound
   */
  test(workspaceId: string, webhookId: string, clientGone?: AbortSignal): Promise<DeliveryView> {
    const id = newId();
    // The key does not contain the event ID, because a larger transaction may run the handler again with a different
    // ID.
    const key = `webhook-test:${webhookId}`;
    return this.database.transaction({ workspaceId }, async (work) => {
      const webhook = await this.webhooks.find(work, webhookId);
      const sent = work.findings.get(key) as SentTest | undefined;
      // FindFirst sends the request outside the transaction, so that it does not hold a database connection.
      if (sent === undefined) {
        const actor = await feedActor(work);
        throw new FindFirst(key, () => this.sendTest(webhook, actor, clientGone));
      }
      const now = this.clock.now();
      work.audit(webhookId);
      await work.query(insertTest({ workspaceId, webhookId, id }, sent, now));
      const status = statusAfter(sent.attempt, null);
      const outcome = { workspaceId, webhookId, deliveryId: id, attempt: sent.attempt, status, nextAttemptAt: null };
      await work.query(recordOutcomes([outcome], now));
      if (isGone(sent.attempt)) await disableAll(work, disableWebhook(workspaceId, webhookId, GONE, now));
      const [delivery] = await work.query<DeliveryRow>(findDelivery(workspaceId, webhookId, id));
      return delivery!;
    });
  }

  /** Sends the event of a delivery again. @throws WebhookNotFound, DeliveryNotFound */
  async retry(workspaceId: string, webhookId: string, id: string): Promise<DeliveryView> {
    const delivery = await this.database.transaction({ workspaceId }, async (work) => {
      await this.webhooks.find(work, webhookId);
      const [retried] = await work.query<DeliveryRow>(retryDelivery(workspaceId, webhookId, id, this.clock.now()));
      if (!retried) throw DeliveryNotFound(id);
      return retried;
    });
    this.attempts.wakeWorker();
    return delivery;
  }

  /**
   * Queues the webhook's events since a time again. The worker sends them only while the webhook is active.
   * @returns the number of events
   * @throws WebhookNotFound
   * @throws ValidationFailed if the time is in the future or before the oldest stored events
   */
  async replay(workspaceId: string, webhookId: string, since: Date): Promise<number> {
    const now = this.clock.now();
    if (since > now || now.getTime() - since.getTime() > EVENT_RETENTION_DAYS * DAY_MS) {
      const detail = `must be within the last ${EVENT_RETENTION_DAYS} days`;
      throw ValidationFailed([{ pointer: '#/since', code: 'TIMESTAMP_INVALID', detail }]);
    }
    const queued = await this.database.transaction({ workspaceId }, async (work) => {
      await this.webhooks.find(work, webhookId);
      const [row] = await work.query<{ queued: number }>(queueReplay(workspaceId, webhookId, since, now));
      return row!.queued;
    });
    this.attempts.wakeWorker();
    return queued;
  }

  private async sendTest(webhook: Webhook, actor: FeedActor, clientGone?: AbortSignal): Promise<SentTest> {
    const eventId = newId();
    const event = {
      id: eventId,
      type: 'webhook.test',
      at: this.clock.now().toISOString(),
      actor,
      subject: { kind: 'webhook', id: webhook.id },
      changed: [],
      data: {},
      requestId: currentAudit()?.requestId ?? null,
    };
    const body = deliveryBody(webhook.workspaceId, event);
    const receiver = {
      webhookId: webhook.id,
      url: webhook.url,
      sealedSecret: webhook.sealedSecret,
      sealedPreviousSecret: webhook.previousSecretAt(this.clock.now()),
    };
    const signal = this.longWork.until(clientGone);
    const attempt = await this.tests.run({ group: webhook.workspaceId, signal }, () =>
      this.attempts.send(receiver, eventId, body, signal),
    );
    signal.throwIfAborted();
    return { eventId, body, attempt };
  }
}

interface FeedActor {
  readonly kind: string;
  readonly id: string | null;
  readonly name: string | null;
}

/** Returns the actor as the event feed shows it: keys and apps with their names, users only with their IDs. */
async function feedActor(work: UnitOfWork): Promise<FeedActor> {
  const { kind, id, name } = currentAudit()?.actor ?? { kind: 'service', id: null, name: null };
  const [named] = await work.query<{ name: string | null }>({
    text: `select identity_actor_name($1, $2, $3) as name`,
    values: [work.workspaceId, kind, id],
  });
  return { kind, id, name: named!.name ?? (kind === 'person' ? null : name) };
}
