import { Field, PageRequest, reference, text } from '@app/kernel';

/** Which entries of the audit log are asked for. */
export class AuditLogRequest extends PageRequest {
  /** Only changes to the resource with this id: an account, a transaction, a rule, or any other that an entry names. */
  @Field(text(1, 120), { optional: true })
  resourceId?: string;

  /** Only what this key, grant or person did. */
  @Field(reference(), { optional: true })
  actorId?: string;
}
