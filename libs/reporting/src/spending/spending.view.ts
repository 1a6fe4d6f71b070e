import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { Money } from '@app/kernel';
import { ratioText } from '@app/kernel';
import type { Group } from './spending-groups.js';

abstract class SpendingItemView {
  /** Amount of the group, in the base currency. */
  amount!: string;
  /** Number of transactions or splits in the amount. */
  count!: number;
  /** Part of the total, with four decimals; null if the total is zero. @example "0.2500" */
  share!: string | null;
  /** Amount in the compared period; null without a comparison. */
  previousAmount!: string | null;
  /**
   * Path that lists the transactions of the group.
   * @example /v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-20&merchant=oxxo
   */
  transactions!: string;
}

@ApiSchema({
  description:
    'Total for a category and its subcategories. The last item, without an ID, is for uncategorized transactions.',
})
export class CategorySpendingView extends SpendingItemView {
  categoryId!: string | null;
  /** Name of the category; null for uncategorized transactions. */
  name!: string | null;
  parentId!: string | null;
  /** Amount of the category without its subcategories. */
  own!: string;
}

@ApiSchema({ description: 'Total for an account.' })
export class AccountSpendingView extends SpendingItemView {
  accountId!: string;
  /** Name of the account. */
  name!: string;
}

@ApiSchema({ description: 'Total for a merchant.' })
export class MerchantSpendingView extends SpendingItemView {
  /**
   * Merchant: the description in lower case, without accents and without words that contain a digit, `*` or `#`.
   * @example oxxo
   */
  merchant!: string;
}

@ApiSchema({
  description:
    'Total for a tag. A transaction with several tags counts under each of them, but only once in the total of the report.',
})
export class TagSpendingView extends SpendingItemView {
  /** Tag; null for transactions without tags. @example casa */
  tag!: string | null;
}

@ApiSchema({
  description: 'Total for an interval. The period of the report may cut the first and the last interval short.',
})
export class IntervalSpendingView extends SpendingItemView {
  /** First day of the interval. */
  start!: string;
  /** Last day of the interval. */
  end!: string;
}

const ITEMS = [CategorySpendingView, AccountSpendingView, MerchantSpendingView, TagSpendingView, IntervalSpendingView];

export type SpendingItem =
  CategorySpendingView | AccountSpendingView | MerchantSpendingView | TagSpendingView | IntervalSpendingView;

@ApiExtraModels(...ITEMS)
@ApiSchema({ description: 'Spending or income by group.' })
export class SpendingReportView {
  /** Base currency. */
  currency!: string;
  /** First day of the period. */
  from!: string;
  /** Last day of the period. */
  to!: string;
  /** `expense` for a report of spending, `income` for a report of income. */
  type!: 'expense' | 'income';
  /** Grouping of the items. @example category */
  groupBy!: string;
  /** Total of the period, in the base currency. @example "1250.00" */
  total!: string;
  /** Number of transactions or splits in the total. */
  count!: number;
  /** Total of the compared period; null without a comparison. */
  previousTotal!: string | null;
  /**
   * Items on this page. Intervals are sorted by date, and other groups by descending amount. Subcategories follow their
   * parents.
   */
  @ApiProperty({ type: 'array', items: { anyOf: ITEMS.map((item) => ({ $ref: getSchemaPath(item) })) } })
  items!: SpendingItem[];
  /** IDs of the latest 10,000 transactions that do not count because they have no exchange rate. */
  unconverted!: string[];
  /** Cursor of the next page of merchants or tags; null for other groups and on the last page. */
  nextCursor!: string | null;
}

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
