import { currency, Field, text } from '@app/kernel';

export class EditWorkspaceRequest {
  /** Name of the workspace. */
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** Currency of totals and budgets. A change converts all of them. */
  @Field(currency(), { optional: true })
  baseCurrency?: string;
}
