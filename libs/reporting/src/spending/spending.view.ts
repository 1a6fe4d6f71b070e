import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { Money } from '@app/kernel';
import { ratioText } from '@app/kernel';
import type { Group } from './spending-groups.js';

abstract class SpendingItemView {
  amount!: string;
  /** How many transactions, or parts of those that are split, it adds up. */
  count!: number;
  /** Of the total, to four decimals; null where the total is zero. */
  share!: string | null;
  /** What it was in the period compared with; null without one. */
  previousAmount!: string | null;
  /** The path of the list with exactly the transactions behind it. */
  transactions!: string;
}

/** A category with everything below it; the last one, without an id, is what has no category. */
@ApiSchema({ description: 'What counts under a category and everything below it.' })
export class CategorySpendingView extends SpendingItemView {
  categoryId!: string | null;
  name!: string | null;
  parentId!: string | null;
  /** What counts under the category itself. */
  own!: string;
}

@ApiSchema({ description: 'What went through an account.' })
export class AccountSpendingView extends SpendingItemView {
  accountId!: string;
  name!: string;
}

@ApiSchema({ description: 'What went to a merchant.' })
export class MerchantSpendingView extends SpendingItemView {
  /** The description, folded and without words that contain a digit, * or #. */
  merchant!: string;
}

/** A transaction with several tags counts in each of them, and once in the total. */
@ApiSchema({ description: 'What has a tag.' })
export class TagSpendingView extends SpendingItemView {
  /** Null for what has no tag. */
  tag!: string | null;
}

/** An interval, cut to the period of the report. */
@ApiSchema({ description: 'What counts in an interval.' })
export class IntervalSpendingView extends SpendingItemView {
  start!: string;
  end!: string;
}

const ITEMS = [CategorySpendingView, AccountSpendingView, MerchantSpendingView, TagSpendingView, IntervalSpendingView];

export type SpendingItem =
  CategorySpendingView | AccountSpendingView | MerchantSpendingView | TagSpendingView | IntervalSpendingView;

@ApiExtraModels(...ITEMS)
@ApiSchema({ description: 'Where the money went, or came from.' })
export class SpendingReportView {
  /** The base currency. */
  currency!: string;
  from!: string;
  to!: string;
  type!: 'expense' | 'income';
  groupBy!: string;
  total!: string;
  /** How many transactions, or parts of those that are split, the total adds up. */
  count!: number;
  /** The total of the period compared with; null without one. */
  previousTotal!: string | null;
  /** Intervals oldest first, anything else by amount, the largest first, and categories below their parents. */
  @ApiProperty({ type: 'array', items: { anyOf: ITEMS.map((item) => ({ $ref: getSchemaPath(item) })) } })
  items!: SpendingItem[];
  /** Transactions left out of every figure, because no rate says what they are worth in the base currency. */
  unconverted!: string[];
  /** For merchants and tags, the cursor of the next page; everything else stands on one. */
  nextCursor!: string | null;
}

/** What every item says. */
export function itemView(
  { amount, count, previous }: Omit<Group, 'key'>,
  total: Money,
  isCompared: boolean,
  transactions: string,
): SpendingItemView {
  return {
    amount: amount.toString(),
    count,
    share: ratioText(amount, total),
    previousAmount: isCompared ? previous.toString() : null,
    transactions,
  };
}
