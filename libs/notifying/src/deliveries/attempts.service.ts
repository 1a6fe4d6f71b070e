import { Injectable } from '@nestjs/common';
import { Clock, Database, Encryption, Settings } from '@app/kernel';
import { OutboundFailed, sendRequest } from '@app/outbound';
import { disableAll, disableWebhook } from '../webhooks/disabling.query.js';
import { secretPurpose } from '../webhooks/webhooks.service.js';
import { signatureOf } from '../webhooks/webhook-secret.js';
import type { Attempt } from './attempt.js';
import { GONE, isDelivered, isGone, statusAfter } from './attempt.js';
import type { Claim } from './claim.query.js';
import { Outcomes } from './outcomes.service.js';
import { hasFailedTooLong, nextAttempt } from './retry-schedule.js';

export const TIMEOUT_MS = 15_000;
/** Redirect statuses. Source: Fetch Standard, "redirect status". */
const REDIRECTS = [301, 302, 303, 307, 308];

export type Receiver = Pick<Claim, 'webhookId' | 'url' | 'sealedSecret' | 'sealedPreviousSecret'>;

export interface DeliveryFigures {
  delivered: number;
  repeated: number;
  failed: number;
  /**
   * Number of successful first attempts that are not replays, and below it the total seconds from their events to the
   * responses.
   */
  prompt: number;
  promptSeconds: number;
}

/** Sends events to webhooks according to Standard Webhooks 1.0. */
@Injectable()
export class Attempts {
  readonly figures: DeliveryFigures = { delivered: 0, repeated: 0, failed: 0, prompt: 0, promptSeconds: 0 };

  wakeWorker: () => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly encryption: Encryption,
    private readonly outcomes: Outcomes,
  ) {}

  /**
   * Sends a message with a signature for each valid secret.
   * @param body null if the event has expired
   */
  async send(receiver: Receiver, id: string, body: string | null, signal?: AbortSignal): Promise<Attempt> {
    const began = this.clock.now();
    const timestamp = Math.floor(began.getTime() / 1_000);
    const outcome = await this.answerOf(receiver, id, timestamp, body, signal);
    return { at: began.toISOString(), durationMs: this.clock.now().getTime() - began.getTime(), ...outcome };
  }

  /**
   * Records an attempt, schedules the next one, and disables a webhook whose attempts have failed for too long.
   * @param eventAt time of the event; null for a test
   * @returns the time of the next attempt; null after a success or the last attempt
   */
  async record(claim: Claim, attempt: Attempt, eventAt: string | null): Promise<Date | null> {
    const { workspaceId, deliveryId, webhookId, tries, isPrompt } = claim;
    const now = this.clock.now();
    const next = isDelivered(attempt)
      ? null
      : nextAttempt(now, tries + 1, this.settings.webhookRetrySeconds, Math.random());
    const status = statusAfter(attempt, next);
    this.figures[status === 'pending' ? 'repeated' : status] += 1;
    if (status === 'delivered' && isPrompt && eventAt !== null) {
      this.figures.prompt += 1;
      this.figures.promptSeconds += Math.max(0, now.getTime() - Date.parse(eventAt)) / 1_000;
    }
    const outcome = { workspaceId, webhookId, deliveryId, attempt, status, nextAttemptAt: next };
    const webhook = await this.outcomes.record(outcome);
    if (isGone(attempt)) await this.disable(workspaceId, webhookId, GONE);
    else if (webhook && hasFailedTooLong(webhook.failingSince, now)) {
      await this.disable(workspaceId, webhookId, 'Every delivery failed for five days.');
    }
    return next;
  }

  private async disable(workspaceId: string, webhookId: string, reason: string): Promise<void> {
    await this.database.transaction({ operator: true, workspaceId }, (work) =>
      disableAll(work, disableWebhook(workspaceId, webhookId, reason, this.clock.now())),
    );
  }

  private async answerOf(receiver: Receiver, id: string, timestamp: number, body: string | null, signal?: AbortSignal) {
    try {
      if (body === null) throw new OutboundFailed('the event is no longer stored');
      const secrets = await this.secretsOf(receiver);
      const { status } = await sendRequest(receiver.url, {
        network: this.settings.webhookNetwork,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Centavo-Webhooks/1',
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatureOf(secrets, id, timestamp, body),
        },
        body,
        timeoutMs: TIMEOUT_MS,
        ...(signal && { signal }),
      });
      return { status, error: REDIRECTS.includes(status) ? 'redirects are not followed' : null };
    } catch (error) {
      if (error instanceof OutboundFailed) return { status: null, error: error.message };
      throw error;
    }
  }

  private async secretsOf({ webhookId, sealedSecret, sealedPreviousSecret }: Receiver): Promise<string[]> {
    const sealed = [sealedSecret, ...(sealedPreviousSecret ? [sealedPreviousSecret] : [])];
    const opened = await Promise.all(sealed.map((one) => this.encryption.open(secretPurpose(webhookId), one)));
    const secrets = opened.flatMap((record) => (record === null ? [] : [record['secret'] as string]));
    if (secrets.length === 0) throw new OutboundFailed('the secret cannot be read; rotate it');
    return secrets;
  }
}
