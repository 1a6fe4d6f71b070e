import { ApiSchema } from '@nestjs/swagger';
import { Field, integer, oneOf, text, timestamp } from '@app/kernel';
import { EventTypesField } from './event-types.request.js';

const webhookUrl = () => text(1, 2_048);
export const webhookDescription = () => text(1, 500);

export class CreateWebhookRequest {
  /** URL that receives the events. Must use `https://` and be on the public internet. */
  @Field(webhookUrl())
  url!: string;

  /** Event types, families such as `transaction.*`, or `["*"]` for all. */
  @EventTypesField()
  types!: string[];

  @Field(webhookDescription(), { optional: true, nullable: true })
  description?: string | null;
}

export class EditWebhookRequest {
  @Field(webhookUrl(), { optional: true })
  url?: string;

  @EventTypesField({ optional: true })
  types?: string[];

  @Field(webhookDescription(), { optional: true, nullable: true })
  description?: string | null;

  /** `active` to activate the webhook, even after it was disabled; `paused` to pause it. */
  @Field(oneOf('active', 'paused'), { optional: true })
  status?: 'active' | 'paused';
}

@ApiSchema({ description: 'Period during which both secrets sign.' })
export class RotateSecretRequest {
  /** Number of hours for which messages also have a signature with the old secret. */
  @Field(integer(0, 72), { optional: true, byDefault: 24 })
  overlapHours: number = 24;
}

@ApiSchema({ description: 'Time from which events are sent again.' })
export class ReplayRequest {
  /** Start of the replay, at most 30 days ago. The service sends all events since then again. */
  @Field(timestamp())
  since!: string;
}
