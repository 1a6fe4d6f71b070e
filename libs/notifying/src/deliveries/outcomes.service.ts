import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { Outcome, WebhookAfter } from './outcome.query.js';
import { recordOutcomes } from './outcome.query.js';

/** Time for collecting outcomes, because the attempts for an event end at about the same time. */
const GATHERED_FOR_MS = 20;
const MAX_AT_ONCE = 200;

interface Waiting {
  readonly outcome: Outcome;
  readonly resolve: (webhook: WebhookAfter | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Records outcomes in batches, because a transaction per outcome would cost more than the attempt itself. If the
 * process dies before it records an outcome, another process repeats the attempt.
 */
@Injectable()
export class Outcomes {
  private gathered: Waiting[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @returns the state of the webhook after the attempt; undefined if the delivery was deleted */
  record(outcome: Outcome): Promise<WebhookAfter | undefined> {
    return new Promise((resolve, reject) => {
      // A statement can record only one attempt per delivery, but a manual retry may run at the same time as another
      // attempt.
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
      // Records each outcome separately, so that one failure does not affect the others.
      await Promise.all(together.map((waiting) => this.writeAll([waiting]).catch(waiting.reject)));
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
