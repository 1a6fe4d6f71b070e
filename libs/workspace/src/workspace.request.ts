import { currency, Field, text } from '@app/kernel';

export class EditWorkspaceRequest {
  /** The name that its owner sees. */
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** The currency of every total and budget; changing it converts them. */
  @Field(currency(), { optional: true })
  baseCurrency?: string;
}
