import { ApiSchema } from '@nestjs/swagger';
import { Field, integer, oneOf, text, timestamp } from '@app/kernel';
import { EventTypesField } from './event-types.request.js';

const webhookUrl = () => text(1, 2_048);
export const webhookDescription = () => text(1, 500);

export class CreateWebhookRequest {
  /** Where events are sent: an https:// address on the public internet. */
  @Field(webhookUrl())
  url!: string;

  /** The types of events, families such as `transaction.*`, or `["*"]` for all. */
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

  /** `active` takes a disabled webhook back into service, too. */
  @Field(oneOf('active', 'paused'), { optional: true })
  status?: 'active' | 'paused';
}

@ApiSchema({ description: 'How long the secret before stays valid.' })
export class RotateSecretRequest {
  /** For so many hours the old secret signs beside the new one. */
  @Field(integer(0, 72), { optional: true, byDefault: 24 })
  overlapHours: number = 24;
}

@ApiSchema({ description: 'From when on events are sent again.' })
export class ReplayRequest {
  /** Events from then on are sent again; within the 30 days for which events are kept. */
  @Field(timestamp())
  since!: string;
}
