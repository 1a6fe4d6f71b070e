import { amount, day, Field, flag, oneOf, PageRequest, reference } from '@app/kernel';
import type { CategoryKind } from '@app/ledger';

export class CreateBudgetRequest {
  /** Transactions of the category and of its subcategories count. */
  @Field(reference())
  categoryId!: string;

  /** The amount planned per cycle, in the base currency. */
  @Field(amount('positive'))
  amount!: string;

  /** How long a cycle is; `once` is a single cycle. */
  @Field(oneOf('month', 'year', 'once'))
  repeat!: 'month' | 'year' | 'once';

  /** The first day of the first cycle; the first of this month in Mexico unless given. */
  @Field(day(), { optional: true })
  startDate?: string;

  /** The category's kind unless given. */
  @Field(oneOf('expense', 'income'), { optional: true })
  budgetType?: CategoryKind;

  /** No cycle begins after it. The single cycle of `once` ends on it, or without it after a month. */
  @Field(day(), { optional: true, nullable: true, byDefault: null })
  repeatUntil?: string | null;

  /** Whether what is left, or missing, at the end of a cycle is carried into the next. */
  @Field(flag(), { optional: true, byDefault: false })
  rolloverEnabled?: boolean;

  /** The account that the forecast expects it on. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  accountId?: string | null;
}

export class EditBudgetRequest {
  /** Holds from the cycle on that is running; finished cycles keep theirs. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** Null takes the end away. */
  @Field(day(), { optional: true, nullable: true })
  repeatUntil?: string | null;

  /** Switched on, it carries from the running cycle on; switched off, it forgets what it had carried. */
  @Field(flag(), { optional: true })
  rolloverEnabled?: boolean;

  /** The account that the forecast expects it on. */
  @Field(reference(), { optional: true, nullable: true })
  accountId?: string | null;
}

export class ListBudgetsRequest {
  /** Budgets with a cycle that contains it are listed; today in Mexico unless given. */
  @Field(day(), { optional: true })
  date?: string;

  /** Whether budgets of expenses or of income are listed. */
  @Field(oneOf('expense', 'income'), { optional: true, byDefault: 'expense' })
  type: CategoryKind = 'expense';
}

export class BudgetOnDayRequest {
  /** The cycle that contains it is shown, or the nearest; today in Mexico unless given. */
  @Field(day(), { optional: true })
  date?: string;
}

export class ExplainBudgetRequest extends PageRequest {
  /** The cycle that contains it is explained, or the nearest; today in Mexico unless given. */
  @Field(day(), { optional: true })
  date?: string;
}
