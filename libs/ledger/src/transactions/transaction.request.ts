import { ApiSchema } from '@nestjs/swagger';
import {
  amount,
  currency,
  day,
  Field,
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
import type { TransactionType } from './transaction-type.js';
import { TRANSACTION_TYPES } from './transaction-type.js';

@ApiSchema({ description: 'A part of a transaction.' })
export class SplitRequest {
  @Field(amount('positive'))
  amount!: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** Contact of a debt. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** Defaults to the transaction's type; may be a debt in the same direction. */
  @Field(oneOf('expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made'), { optional: true })
  type?: TransactionType;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;
}

export class CreateTransactionRequest {
  /** Null for a debt without a movement of the owner's money. */
  @Field(reference(), { nullable: true })
  accountId!: string | null;

  @Field(oneOf(...TRANSACTION_TYPES))
  type!: TransactionType;

  @Field(day())
  date!: string;

  /** Positive; for an adjustment the change of the owner's position, which may be negative. */
  @Field(amount('not zero'))
  amount!: string;

  @Field(text(1, 500))
  description!: string;

  /** Required without an account; otherwise must be the account's currency. */
  @Field(currency(), { optional: true })
  currency?: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** Required for the four debt types. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** The receiving account of a transfer. */
  @Field(reference(), { optional: true, nullable: true })
  toAccountId?: string | null;

  /** Received amount. Between currencies it defaults to the rate of the date. */
  @Field(amount('positive'), { optional: true, nullable: true })
  toAmount?: string | null;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;

  /** Client-defined ID, unique among the account's live transactions. */
  @Field(text(1, 255), { optional: true, nullable: true })
  externalId?: string | null;

  /** 2 to 50 splits that add up exactly to the amount; null or an empty list for none. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** Up to 20 tags. Tags that differ only in case and accents count once. */
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

  /** Amount that the receiving account gets, in its currency. */
  @Field(amount('positive'), { optional: true, nullable: true })
  toAmount?: string | null;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;

  @Field(text(1, 255), { optional: true, nullable: true })
  externalId?: string | null;

  /** 2 to 50 splits; null or an empty list removes them. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** Replaces all tags; up to 20, duplicates count once. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];
}

export class ListTransactionsRequest extends PageRequest {
  /** Matches both sides of a transfer. */
  @Field(reference(), { optional: true })
  accountId?: string;

  /** Includes subcategories and splits. */
  @Field(reference(), { optional: true })
  categoryId?: string;

  /** Includes splits. */
  @Field(reference(), { optional: true })
  contactId?: string;

  /** Import that created the transactions. */
  @Field(reference(), { optional: true })
  importId?: string;

  /** Type of the whole transaction, not of its splits. */
  @Field(oneOf(...TRANSACTION_TYPES), { optional: true })
  type?: TransactionType;

  /** First day, inclusive. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day, inclusive. */
  @Field(day(), { optional: true })
  to?: string;

  /** Minimum amount in any currency. */
  @Field(amount(), { optional: true })
  minAmount?: string;

  /** Maximum amount in any currency. */
  @Field(amount(), { optional: true })
  maxAmount?: string;

  /** Currency of the amount. */
  @Field(currency(), { optional: true })
  currency?: string;

  /** Text in the description or the notes. Ignores case and accents. @example contramar */
  @Field(text(0, 500), { optional: true })
  q?: string;

  /** Expenses and incomes, or splits of them, without a category. */
  @Field(queryFlag(), { optional: true })
  uncategorized?: boolean;

  /** Transactions with the tag. Ignores case and accents. */
  @Field(tagName(), { optional: true })
  tag?: string;

  /** Transactions without tags. */
  @Field(queryFlag(), { optional: true })
  untagged?: boolean;

  /**
   * Transactions with a split that reports count as spending or as earning, including refunds and reversals. All other
   * filters then apply to the same split.
   */
  @Field(oneOf('expense', 'income'), { optional: true })
  countsAs?: 'expense' | 'income';

  /** Merchant in the description. Ignores case, accents, and words with a digit, * or #. @example oxxo */
  @Field(text(0, 1000), { optional: true })
  merchant?: string;

  /** Changes since this time, oldest first, including trashed transactions. */
  @Field(timestamp(), { optional: true })
  updatedSince?: string;
}
