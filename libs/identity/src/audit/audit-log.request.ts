import { Field, PageRequest, reference, text } from '@app/kernel';

export class AuditLogRequest extends PageRequest {
  /** Only changes to the resource with this ID, such as an account, a transaction or a rule. */
  @Field(text(1, 120), { optional: true })
  resourceId?: string;

  /** Only changes by the API key, OAuth grant or user with this ID. */
  @Field(reference(), { optional: true })
  actorId?: string;
}
