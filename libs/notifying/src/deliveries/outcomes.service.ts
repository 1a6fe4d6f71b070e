import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { Outcome, WebhookAfter } from './outcome.query.js';
import { recordOutcomes } from './outcome.query.js';

/** How long outcomes are gathered, in milliseconds: events come to many webhooks at once, which answer nearly at once. */
const GATHERED_FOR_MS = 20;
const MAX_AT_ONCE = 200;

interface Waiting {
  readonly outcome: Outcome;
  readonly resolve: (webhook: WebhookAfter | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Writes down what became of attempts, those together that end at about the same time: a transaction for each would cost more than
 * the attempts. What is not written when the process dies is sent again, as it would be had it died a moment earlier.
 */
@Injectable()
export class Outcomes {
  private gathered: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the webhook as it is then; nothing where the delivery is no longer there */
  record(outcome: Outcome): Promise<WebhookAfter | undefined> {
    return new Promise((resolve, reject) => {
      // One statement writes down one attempt of each delivery, and two may be under way where one was retried by hand.
      if (this.gathered.some((waiting) => waiting.outcome.deliveryId === outcome.deliveryId)) void this.write();
      this.gathered.push({ outcome, resolve, reject });
      if (this.gathered.length >= MAX_AT_ONCE) void this.write();
      else this.timer ??= setTimeout(() => void this.write(), GATHERED_FOR_MS);
    });
  }

  private async write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const together = this.gathered;
    this.gathered = [];
    try {
      await this.writeAll(together);
    } catch (error) {
      if (together.length === 1) return together[0]!.reject(error);
      // One that cannot be written does not keep the others from it.
      await Promise.all(together.map((one) => this.writeAll([one]).catch(one.reject)));
    }
  }

  private async writeAll(waiting: readonly Waiting[]): Promise<void> {
    const statement = recordOutcomes(
      waiting.map(({ outcome }) => outcome),
      this.clock.now(),
    );
    const webhooks = await this.database.transaction({ operator: true }, (work) => work.query<WebhookAfter>(statement));
    const byId = new Map(webhooks.map((webhook) => [keyOf(webhook), webhook]));
    for (const { outcome, resolve } of waiting) resolve(byId.get(keyOf(outcome)));
  }
}

const keyOf = ({ workspaceId, webhookId }: { workspaceId: string; webhookId: string }) => `${workspaceId} ${webhookId}`;
