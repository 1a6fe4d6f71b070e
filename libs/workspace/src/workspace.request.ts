import { currency, Field, text } from '@app/kernel';

export class EditWorkspaceRequest {
  /** Name of the workspace. */
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** Currency for totals and budgets. Changing it converts them. */
  @Field(currency(), { optional: true })
  baseCurrency?: string;
}
