import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import type { ListFaults } from '@app/kernel';
import {
  amount,
  currency,
  day,
  Field,
  integer,
  ListField,
  oneOf,
  PageRequest,
  queryFlag,
  reference,
  text,
  timestamp,
  ValuesField,
} from '@app/kernel';
import { TAG_LIST, tagName } from '../tags/tag-name.js';
import { MAX_SHARES, MAX_WEIGHT, shareFaults } from './shares.js';
import type { TransactionType } from './transaction-type.js';
import { TRANSACTION_TYPES } from './transaction-type.js';

@ApiSchema({ description: 'A split of a transaction.' })
export class SplitRequest {
  @Field(amount('positive'))
  amount!: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** ID of the contact. Required for a debt. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** Type of the split: the type of the transaction (the default), or a debt in the same direction. */
  @Field(oneOf('expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made'), { optional: true })
  type?: TransactionType;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;
}

@ApiSchema({ description: 'Share of an expense that a member bears.' })
export class ShareRequest {
  /** ID of the member. */
  @Field(reference())
  memberId!: string;

  /** Amount of the share. The shares must add up to the amount of the transaction. Not allowed with a weight. */
  @Field(amount('positive'), { optional: true, nullable: true })
  amount?: string | null;

  /** Weight of the share: 2 bears twice as much as 1. The last share gets the remainder of the cents. Not allowed with an amount. */
  @Field(integer(1, MAX_WEIGHT), { optional: true, nullable: true })
  weight?: number | null;
}

/** A list of shares that have different members, and either amounts or weights. */
function SharesField(): PropertyDecorator {
  const context: ListFaults = { faultsOf: shareFaults };
  return applyDecorators(
    ListField(() => ShareRequest, 1, MAX_SHARES, { optional: true, nullable: true }),
    ValidateBy(
      { name: 'LIST_INVALID', validator: { validate: (value: unknown) => shareFaults(value).length === 0 } },
      { message: 'must be shares', context },
    ),
  );
}

export class CreateTransactionRequest {
  /** ID of the account; null for a debt that does not change the balance of an account. */
  @Field(reference(), { nullable: true })
  accountId!: string | null;

  @Field(oneOf(...TRANSACTION_TYPES))
  type!: TransactionType;

  @Field(day())
  date!: string;

  /**
   * Amount; must be positive, except that an adjustment with a negative amount decreases an asset or increases a
   * liability.
   */
  @Field(amount('not zero'))
  amount!: string;

  @Field(text(1, 500))
  description!: string;

  /** Currency of the amount. Required if there is no account; otherwise, it must be the currency of the account. */
  @Field(currency(), { optional: true })
  currency?: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** ID of the contact of a debt; null for other types. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** ID of the account that receives a transfer; null for other types. */
  @Field(reference(), { optional: true, nullable: true })
  toAccountId?: string | null;

  /** Amount received by a transfer, in the currency of the receiving account. Defaults to `amount` converted at the rate of `date`. */
  @Field(amount('positive'), { optional: true, nullable: true })
  toAmount?: string | null;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;

  /** ID in another system, unique among the account's live transactions. */
  @Field(text(1, 255), { optional: true, nullable: true })
  externalId?: string | null;

  /** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
  @Field(reference(), { optional: true, nullable: true })
  goalId?: string | null;

  /** ID of the member who paid the expense; null if not stated. */
  @Field(reference(), { optional: true, nullable: true })
  paidBy?: string | null;

  /** Shares of the members in the expense, all with amounts or all with weights; null or an empty list for none. */
  @SharesField()
  shares?: ShareRequest[] | null;

  /** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** Up to 20 tags. Tags that differ only in case or accents are the same tag. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];
}

export class EditTransactionRequest {
  @Field(reference(), { optional: true, nullable: true })
  accountId?: string | null;

  @Field(oneOf(...TRANSACTION_TYPES), { optional: true })
  type?: TransactionType;

  @Field(day(), { optional: true })
  date?: string;

  @Field(amount('not zero'), { optional: true })
  amount?: string;

  @Field(text(1, 500), { optional: true })
  description?: string;

  @Field(currency(), { optional: true })
  currency?: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  @Field(reference(), { optional: true, nullable: true })
  toAccountId?: string | null;

  /** Amount received by a transfer, in the currency of the receiving account. */
  @Field(amount('positive'), { optional: true, nullable: true })
  toAmount?: string | null;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;

  @Field(text(1, 255), { optional: true, nullable: true })
  externalId?: string | null;

  /** ID of the goal that pays for the expense. The goal must belong to the same account. Null for no goal. */
  @Field(reference(), { optional: true, nullable: true })
  goalId?: string | null;

  /** ID of the member who paid the expense; null if not stated. */
  @Field(reference(), { optional: true, nullable: true })
  paidBy?: string | null;

  /** Shares of the members in the expense, all with amounts or all with weights; null or an empty list removes them. */
  @SharesField()
  shares?: ShareRequest[] | null;

  /** 2 to 50 splits that add up exactly to the amount; null or an empty list removes them. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** Up to 20 tags that replace the current ones. Tags that differ only in case or accents are the same tag. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];
}

export class ListTransactionsRequest extends PageRequest {
  /** ID of the account. Matches both sides of a transfer. */
  @Field(reference(), { optional: true })
  accountId?: string;

  /** ID of the category. Includes its subcategories and matching splits. */
  @Field(reference(), { optional: true })
  categoryId?: string;

  /** ID of the contact. Includes matching splits. */
  @Field(reference(), { optional: true })
  contactId?: string;

  /** ID of the import that created the transactions. */
  @Field(reference(), { optional: true })
  importId?: string;

  /** Type of the transaction. Ignores the types of splits. */
  @Field(oneOf(...TRANSACTION_TYPES), { optional: true })
  type?: TransactionType;

  /** First day to include. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day to include. */
  @Field(day(), { optional: true })
  to?: string;

  /** Minimum absolute amount, in any currency. */
  @Field(amount(), { optional: true })
  minAmount?: string;

  /** Maximum absolute amount, in any currency. */
  @Field(amount(), { optional: true })
  maxAmount?: string;

  /** Returns only transactions in this currency. */
  @Field(currency(), { optional: true })
  currency?: string;

  /** Text to search for in descriptions and notes. Ignores case and accents. @example contramar */
  @Field(text(0, 500), { optional: true })
  q?: string;

  /** If true, returns only expenses and income without a category, or with a split that has none. */
  @Field(queryFlag(), { optional: true })
  uncategorized?: boolean;

  /** Returns only transactions with this tag. Ignores case and accents. */
  @Field(tagName(), { optional: true })
  tag?: string;

  /** If true, returns only transactions without tags. */
  @Field(queryFlag(), { optional: true })
  untagged?: boolean;

  /** `true` returns only transactions with files, `false` only those without. Files in the trash do not count. */
  @Field(queryFlag(), { optional: true })
  hasFile?: boolean;

  /**
   * Returns only transactions with an amount, or the amount of a split, that reports count as spending or as income.
   * This includes refunds and reversals. Other filters must match the same split.
   */
  @Field(oneOf('expense', 'income'), { optional: true })
  countsAs?: 'expense' | 'income';

  /** Merchant in the description. Ignores case, accents, and words that contain a digit, `*` or `#`. @example oxxo */
  @Field(text(0, 1000), { optional: true })
  merchant?: string;

  /** Returns only transactions that changed since this time, oldest change first, including trashed ones. */
  @Field(timestamp(), { optional: true })
  updatedSince?: string;
}
