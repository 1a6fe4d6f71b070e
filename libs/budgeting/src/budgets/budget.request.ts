import { amount, day, Field, flag, oneOf, PageRequest, reference } from '@app/kernel';
import type { CategoryKind } from '@app/ledger';

export class CreateBudgetRequest {
  /** ID of the category. Transactions in its subcategories count, too. */
  @Field(reference())
  categoryId!: string;

  /** Amount per cycle, in the base currency. */
  @Field(amount('positive'))
  amount!: string;

  /** Length of a cycle; `once` is a single cycle. */
  @Field(oneOf('month', 'year', 'once'))
  repeat!: 'month' | 'year' | 'once';

  /** First day of the first cycle. Defaults to the first day of the current month in Mexico. */
  @Field(day(), { optional: true })
  startDate?: string;

  /** Kind of transactions that count towards the budget. Defaults to the kind of the category. */
  @Field(oneOf('expense', 'income'), { optional: true })
  budgetType?: CategoryKind;

  /**
   * Last day on which a cycle can start; null for no end. With `once`, last day of the cycle; null for a cycle of one
   * month.
   */
  @Field(day(), { optional: true, nullable: true, byDefault: null })
  repeatUntil?: string | null;

  /** If true, unspent and overspent amounts carry over to the next cycle. */
  @Field(flag(), { optional: true, byDefault: false })
  rolloverEnabled?: boolean;

  /** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  accountId?: string | null;
}

export class EditBudgetRequest {
  /** Amount per cycle, in the base currency. Applies to the current and later cycles. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** Last day on which a cycle can start; null for no end. */
  @Field(day(), { optional: true, nullable: true })
  repeatUntil?: string | null;

  /**
   * If true, unspent and overspent amounts carry over to the next cycle, beginning with the current cycle. If false,
   * amounts no longer carry over.
   */
  @Field(flag(), { optional: true })
  rolloverEnabled?: boolean;

  /** ID of the account from which the forecast pays the budget; null for the account that the category uses most. */
  @Field(reference(), { optional: true, nullable: true })
  accountId?: string | null;
}

export class ListBudgetsRequest {
  /** Lists budgets with a cycle that contains this day. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  /** Kind of budgets to list. */
  @Field(oneOf('expense', 'income'), { optional: true, byDefault: 'expense' })
  type: CategoryKind = 'expense';
}

export class BudgetOnDayRequest {
  /** Returns the cycle that contains this day, or the nearest cycle. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;
}

export class ExplainBudgetRequest extends PageRequest {
  /** Explains the cycle that contains this day, or the nearest cycle. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;
}
