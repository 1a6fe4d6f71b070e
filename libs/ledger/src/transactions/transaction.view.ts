import { ApiSchema } from '@nestjs/swagger';
import type { TransactionType } from './transaction-type.js';

/** The answers are written by `transactionText`; these classes say their shape to the document. */
@ApiSchema({ description: 'The category of a transaction.' })
export class CategoryReferenceView {
  id!: string;
  name!: string;
  parentId!: string | null;
}

@ApiSchema({ description: 'The receiving side of a transfer.' })
export class TransferView {
  /** The receiving account. */
  accountId!: string;
  /** What arrived. */
  amount!: string;
  currency!: string;
  /** What arrived over what left, to eight decimals. */
  rate!: string;
}

@ApiSchema({ description: 'A part of a transaction with a category or a debt of its own.' })
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
  /** The effect on the owner's position in the account; 0.00 where no account is moved. @example "-1250.00" */
  signedAmount!: string;
  /** Category; null if there is none or if there are splits. */
  category!: CategoryReferenceView | null;
  contactId!: string | null;
  /** Receiving side of a transfer; null for other types. */
  transfer!: TransferView | null;
  /** Parts of a split transaction. */
  splits!: SplitView[];
  /** The owner's own words for it, each as it was first spelled. */
  tags!: string[];
  notes!: string | null;
  externalId!: string | null;
  importId!: string | null;
  /** The schedule of which it is an occurrence; null of none, and in the trash. */
  scheduleId!: string | null;
  /** The amount in the base currency at the rate of its date; null without a rate. */
  baseAmount!: string | null;
  /** Exchange rate of `baseAmount`; null without one. @example "1.00000000" */
  baseRate!: string | null;
  createdAt!: string;
  updatedAt!: string;
  deletedAt!: string | null;
  /** When it leaves the trash for good. */
  purgeAt!: string | null;
}

@ApiSchema({ description: 'A page of transactions.' })
export class TransactionPageView {
  items!: TransactionView[];
  /** Where the next page begins; null on the last one. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'How much left the trash for good.' })
export class PurgedView {
  /** How many transactions were deleted for good. */
  purged!: number;
}

@ApiSchema({ description: 'What came of many operations on transactions.' })
export class TransactionBatchView {
  /** For each operation its transaction, as it stood after it. */
  results!: TransactionView[];
}
