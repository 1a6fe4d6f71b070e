import { ApiSchema } from '@nestjs/swagger';
import type { TransactionType } from './transaction-type.js';

/** `transactionText` writes the responses; these classes only define their schema. */
@ApiSchema({ description: 'The category of a transaction.' })
export class CategoryReferenceView {
  id!: string;
  name!: string;
  parentId!: string | null;
}

@ApiSchema({ description: 'The receiving side of a transfer.' })
export class TransferView {
  /** ID of the receiving account. */
  accountId!: string;
  /** Received amount. */
  amount!: string;
  currency!: string;
  /** Received amount divided by the sent amount, to eight decimals. */
  rate!: string;
}

@ApiSchema({ description: 'A split of a transaction with its own category or debt.' })
export class SplitView {
  /** Amount of the part. All parts add up to the transaction. */
  amount!: string;
  /** Type of the transaction, or a debt. */
  type!: TransactionType;
  category!: CategoryReferenceView | null;
  contactId!: string | null;
  notes!: string | null;
  /** Amount in the base currency at the rate of its date; null without a rate. */
  baseAmount!: string | null;
}

@ApiSchema({ description: 'A transaction.' })
export class TransactionView {
  id!: string;
  /** ID of the account; null for a debt that did not move the owner's money. */
  accountId!: string | null;
  type!: TransactionType;
  /** Live, or in the trash. */
  status!: 'live' | 'trashed';
  /** Date on which it counts. */
  date!: string;
  description!: string;
  amount!: string;
  /** Currency of the amount: the account's currency, if there is an account. */
  currency!: string;
  /** Effect on the owner's position in the account; 0.00 without an account. @example "-1250.00" */
  signedAmount!: string;
  /** Category; null for a split or uncategorized transaction. */
  category!: CategoryReferenceView | null;
  contactId!: string | null;
  /** Receiving side of a transfer; null for other types. */
  transfer!: TransferView | null;
  /** Parts of a split transaction. */
  splits!: SplitView[];
  /** Tags, spelled as first used. */
  tags!: string[];
  notes!: string | null;
  externalId!: string | null;
  importId!: string | null;
  /** ID of the schedule; null without one, and in the trash. */
  scheduleId!: string | null;
  /** Amount in the base currency at the rate of its date; null without a rate. */
  baseAmount!: string | null;
  /** Exchange rate of `baseAmount`; null without one. @example "1.00000000" */
  baseRate!: string | null;
  createdAt!: string;
  updatedAt!: string;
  deletedAt!: string | null;
  /** Time of permanent deletion. */
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
  /** The transaction of each operation, as it was after the operation. */
  results!: TransactionView[];
}
