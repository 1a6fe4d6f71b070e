import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Webhook } from './webhook.entity.js';
import { WEBHOOK_STATUSES } from './webhook.entity.js';

@ApiSchema({ description: 'A URL that receives events.' })
export class WebhookView {
  id!: string;
  /** URL that receives the events. @example https://hooks.example.com/centavo */
  url!: string;
  /** Event types, families such as `transaction.*`, or `*` for all. @example transaction.* */
  types!: string[];
  /** Purpose of the webhook; null if not set. @example "Avisos a la hoja de gastos" */
  description!: string | null;

  /** Status of the webhook. It receives events only while it is `active`. */
  @ApiProperty({ enum: WEBHOOK_STATUSES })
  status!: (typeof WEBHOOK_STATUSES)[number];

  /** Reason why the webhook was disabled; null if it is not disabled. @example "The receiver answered 410 Gone." */
  disabledReason!: string | null;
  /** Last characters of the secret. @example Kx4= */
  secretHint!: string;
  createdAt!: string;
  updatedAt!: string;
  /** Time of the last successful delivery; null if there was none. */
  lastDeliveredAt!: string | null;
}

@ApiSchema({ description: 'A webhook with its secret, which no other response contains.' })
export class WebhookWithSecretView extends WebhookView {
  /**
   * Secret for verifying signatures (Standard Webhooks). Store it, because no other response contains it.
   * @example whsec_q7Jmq7Jmq7Jmq7Jmq7Jmq7Jmq7Jmq7Jmq7Jmq7JmKx4=
   */
  secret!: string;
}

@ApiSchema({ description: 'Number of events that a replay sends.' })
export class ReplayView {
  /** Number of events to send again. */
  queued!: number;
}

export function webhookView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    url: webhook.url,
    types: webhook.types,
    description: webhook.description ?? null,
    status: webhook.status,
    disabledReason: webhook.disabledReason ?? null,
    secretHint: webhook.secretHint,
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
    lastDeliveredAt: webhook.lastDeliveredAt?.toISOString() ?? null,
  };
}

export interface ShownWebhook extends WebhookView {
  readonly appName: string | null;
}

export function shownWebhook(webhook: Webhook): ShownWebhook {
  return { ...webhookView(webhook), appName: webhook.appName ?? null };
}
