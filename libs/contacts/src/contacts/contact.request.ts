import { email, Field, flag, oneOf, text } from '@app/kernel';

export class CreateContactRequest {
  @Field(text(1, 120))
  name!: string;

  @Field(email(), { optional: true, nullable: true })
  email?: string | null;
}

/** Changes to a contact. Must contain at least one field. */
export class EditContactRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** Email address; null removes the address. */
  @Field(email(), { optional: true, nullable: true })
  email?: string | null;

  /** True to archive the contact, false to restore it. @example true */
  @Field(flag(), { optional: true })
  archived?: boolean;
}

export class ListContactsRequest {
  /** `false` for contacts that are not archived, `true` for archived ones, `all` for both. */
  @Field(oneOf('false', 'true', 'all'), { optional: true, byDefault: 'false' })
  archived: 'false' | 'true' | 'all' = 'false';

  /** Text to find in the name. Ignores case and accents. @example contramar */
  @Field(text(0, 120), { optional: true })
  q?: string;
}
