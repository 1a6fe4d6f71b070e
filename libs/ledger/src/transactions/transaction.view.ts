import { ApiSchema } from '@nestjs/swagger';
import type { TransactionType } from './transaction-type.js';

/** Only defines the schema. `transactionText` writes the responses. */
@ApiSchema({ description: 'Category of a transaction.' })
export class CategoryReferenceView {
  id!: string;
  /** Name of the category. @example Restaurantes */
  name!: string;
  parentId!: string | null;
}

@ApiSchema({ description: 'Receiving side of a transfer.' })
export class TransferView {
  /** ID of the receiving account. */
  accountId!: string;
  /** Amount received, in the currency of the receiving account. */
  amount!: string;
  currency!: string;
  /** Amount received divided by the amount sent, with eight decimals. */
  rate!: string;
}

@ApiSchema({ description: 'Share of an expense that a member bears.' })
export class ShareView {
  memberId!: string;
  /** Amount of the share, in the currency of the transaction. @example "600.00" */
  amount!: string;
  /** Weight of the share; null if the share was set as an amount. @example 2 */
  weight!: number | null;
}

@ApiSchema({ description: 'A split of a transaction with its own category or debt.' })
export class SplitView {
  /** Amount of the split. The splits add up to the amount of the transaction. */
  amount!: string;
  /** Type of the split: the type of the transaction, or a debt. */
  type!: TransactionType;
  /** Category of the split; null if it has none. */
  category!: CategoryReferenceView | null;
  contactId!: string | null;
  notes!: string | null;
  /**
   * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
   * has more than 15 integer digits.
   */
  baseAmount!: string | null;
}

@ApiSchema({ description: 'A transaction.' })
export class TransactionView {
  id!: string;
  /** ID of the account; null for a debt that does not change the balance of an account. */
  accountId!: string | null;
  type!: TransactionType;
  /** `live`, or `trashed` while it is in the trash. */
  status!: 'live' | 'trashed';
  /** Date of the transaction. */
  date!: string;
  description!: string;
  /** Amount; positive, except that an adjustment with a negative amount decreases an asset or increases a liability. */
  amount!: string;
  /** Currency of the amount. If there is an account, it is the currency of the account. */
  currency!: string;
  /**
   * Effect on the account: positive if it increases an asset or decreases a liability. 0.00 if there is no account.
   * @example "-1250.00"
   */
  signedAmount!: string;
  /** Category; null if the transaction has none or is split. */
  category!: CategoryReferenceView | null;
  contactId!: string | null;
  /** Receiving side of a transfer; null for other types. */
  transfer!: TransferView | null;
  /** Splits of the transaction; empty if it is not split. */
  splits!: SplitView[];
  /** Tags, spelled as first used or as last renamed. */
  tags!: string[];
  notes!: string | null;
  externalId!: string | null;
  importId!: string | null;
  /** ID of the matched schedule; null if the transaction matches no schedule or is in the trash. */
  scheduleId!: string | null;
  /** ID of the goal that pays for the expense; null for no goal. */
  goalId!: string | null;
  /** ID of the member who paid the expense; null if not stated. */
  paidBy!: string | null;
  /** Shares of the members in the expense. They add up to the amount. Empty if the expense is not shared. */
  shares!: ShareView[];
  /** Number of files that are linked and not in the trash, at most 10. @example 1 */
  fileCount!: number;
  /** IDs of the invoices that the transaction pays. Invoices in the trash do not count. */
  invoiceIds!: string[];
  /**
   * Amount in the base currency at the exchange rate of the transaction's date; null if there is no rate or the result
   * has more than 15 integer digits.
   */
  baseAmount!: string | null;
  /** Exchange rate of `baseAmount`; null if `baseAmount` is null. @example "1.00000000" */
  baseRate!: string | null;
  createdAt!: string;
  updatedAt!: string;
  deletedAt!: string | null;
  /** Time at which the transaction will be permanently deleted; null if it is not in the trash. */
  purgeAt!: string | null;
}

@ApiSchema({ description: 'A page of transactions.' })
export class TransactionPageView {
  items!: TransactionView[];
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'Result of emptying the trash.' })
export class PurgedView {
  /** Number of permanently deleted transactions. */
  purged!: number;
}

@ApiSchema({ description: 'Results of a batch of operations.' })
export class TransactionBatchView {
  /** Transaction of each operation, as it was after that operation. */
  results!: TransactionView[];
}
