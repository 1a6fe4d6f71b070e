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

  /** Whose debt the part is, where it is one. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** The transaction's own type unless given, or a debt in the same direction. */
  @Field(oneOf('expense', 'income', 'lent', 'borrowed', 'repayment_received', 'repayment_made'), { optional: true })
  type?: TransactionType;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;
}

export class CreateTransactionRequest {
  /** Null for a debt that moved no money of the owner's. */
  @Field(reference(), { nullable: true })
  accountId!: string | null;

  @Field(oneOf(...TRANSACTION_TYPES))
  type!: TransactionType;

  @Field(day())
  date!: string;

  /** Positive; of an adjustment the change of the owner's position, which may be negative. */
  @Field(amount('not zero'))
  amount!: string;

  @Field(text(1, 500))
  description!: string;

  /** Required without an account; beside one it must be the account's. */
  @Field(currency(), { optional: true })
  currency?: string;

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** Required for the four debts. */
  @Field(reference(), { optional: true, nullable: true })
  contactId?: string | null;

  /** The receiving account of a transfer. */
  @Field(reference(), { optional: true, nullable: true })
  toAccountId?: string | null;

  /** What arrives; between currencies the rate of the date says it unless given. */
  @Field(amount('positive'), { optional: true, nullable: true })
  toAmount?: string | null;

  @Field(text(0, 2000, 'many'), { optional: true, nullable: true })
  notes?: string | null;

  /** An id of the caller's, unique among the account's live transactions. */
  @Field(text(1, 255), { optional: true, nullable: true })
  externalId?: string | null;

  /** 2 to 50 parts that add up to the amount exactly; null or an empty list for none. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** Words of the owner's own, up to 20: those that differ in case and accents alone are one and count once. */
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

  /** 2 to 50 parts; null or an empty list removes them. */
  @ListField(() => SplitRequest, 2, 50, { optional: true, nullable: true })
  splits?: SplitRequest[] | null;

  /** All of them, instead of those that it has; up to 20, of which those that are the same count once. */
  @ValuesField(tagName(), TAG_LIST, { optional: true })
  tags?: string[];
}

export class ListTransactionsRequest extends PageRequest {
  /** Both sides of a transfer count. */
  @Field(reference(), { optional: true })
  accountId?: string;

  /** With its whole subtree, in splits too. */
  @Field(reference(), { optional: true })
  categoryId?: string;

  /** In splits too. */
  @Field(reference(), { optional: true })
  contactId?: string;

  /** What an import made. */
  @Field(reference(), { optional: true })
  importId?: string;

  /** Of the whole transaction, not of its parts. */
  @Field(oneOf(...TRANSACTION_TYPES), { optional: true })
  type?: TransactionType;

  /** The first day. */
  @Field(day(), { optional: true })
  from?: string;

  /** The last day. */
  @Field(day(), { optional: true })
  to?: string;

  /** The smallest amount, whatever the currency. */
  @Field(amount(), { optional: true })
  minAmount?: string;

  /** The largest amount, whatever the currency. */
  @Field(amount(), { optional: true })
  maxAmount?: string;

  /** The currency of the amount. */
  @Field(currency(), { optional: true })
  currency?: string;

  /** Found in the description or the notes; case and accents do not matter. @example contramar */
  @Field(text(0, 500), { optional: true })
  q?: string;

  /** Expenses and incomes, or parts of one, without a category. */
  @Field(queryFlag(), { optional: true })
  uncategorized?: boolean;

  /** Transactions with the tag; case and accents do not matter. */
  @Field(tagName(), { optional: true })
  tag?: string;

  /** Transactions without tags. */
  @Field(queryFlag(), { optional: true })
  untagged?: boolean;

  /**
   * Has a part that reports count as spending or as earning, refunds and reversals too. All other filters then hold of one
   * and the same part.
   */
  @Field(oneOf('expense', 'income'), { optional: true })
  countsAs?: 'expense' | 'income';

  /** The description names this merchant: without case, accents, and words with a digit, * or #. @example oxxo */
  @Field(text(0, 1000), { optional: true })
  merchant?: string;

  /** What changed since, trashed ones too, oldest change first. */
  @Field(timestamp(), { optional: true })
  updatedSince?: string;
}
