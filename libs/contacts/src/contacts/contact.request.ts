import { email, Field, flag, oneOf, text } from '@app/kernel';

export class CreateContactRequest {
  @Field(text(1, 120))
  name!: string;

  @Field(email(), { optional: true, nullable: true })
  email?: string | null;
}

/** At least one field is given. */
export class EditContactRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** Null takes the address away. */
  @Field(email(), { optional: true, nullable: true })
  email?: string | null;

  /** True archives the contact, false brings it back. */
  @Field(flag(), { optional: true })
  archived?: boolean;
}

export class ListContactsRequest {
  /** Whether live contacts, archived ones or all of them are listed. */
  @Field(oneOf('false', 'true', 'all'), { optional: true, byDefault: 'false' })
  archived: 'false' | 'true' | 'all' = 'false';

  /** Found in the name; case and accents do not matter. */
  @Field(text(0, 120), { optional: true })
  q?: string;
}
