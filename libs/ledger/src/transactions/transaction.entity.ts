import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Share } from './shares.js';
import type { Receiving, TransactionFields } from './transaction.js';
import type { TransactionType } from './transaction-type.js';

const TransactionSchema = defineEntity({
  name: 'Transaction',
  tableName: 'ledger_transactions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    accountId: p.uuid().strictNullable(),
    type: p.text().$type<TransactionType>(),
    date: p.date(),
    description: p.text(),
    notes: p.text().strictNullable(),
    amount: p.bigint(),
    currency: p.text(),
    signedAmount: p.bigint(),
    categoryId: p.uuid().strictNullable(),
    contactId: p.uuid().strictNullable(),
    toAccountId: p.uuid().strictNullable(),
    toAmount: p.bigint().strictNullable(),
    toCurrency: p.text().strictNullable(),
    toRate: p.decimal().precision(30).scale(8).strictNullable(),
    externalId: p.text().strictNullable(),
    importId: p.uuid().strictNullable(),
    importRow: p.integer().strictNullable(),
    /**
     * ID of the schedule if the transaction is an occurrence; otherwise null. It does not change while the transaction
     * is in the trash.
     */
    scheduleId: p.uuid().strictNullable(),
    importedDescription: p.text().strictNullable(),
    /** Source of the category; null if a user chose it or the transaction has no category. */
    categorySource: p.text().$type<'rule' | 'import'>().strictNullable(),
    searchText: p
      .text()
      .$type<Opt<string>>()
      .generated("fold_text(description) || E'\\n' || coalesce(fold_text(notes), '') stored")
      .lazy(),
    foldedHash: p
      .bigint()
      .$type<Opt<bigint>>()
      .generated('hashtextextended(fold_text(coalesce(imported_description, description)), 0) stored')
      .lazy(),
    /** Goal that pays the expense. Kept while the transaction is in the trash. */
    goalId: p.uuid().strictNullable(),
    /** ID of the member who paid the expense. */
    paidBy: p.uuid().strictNullable(),
    /** Shares of the members, in the order of the request. Null if there are none. */
    shareMemberIds: p.array().columnType('uuid[]').strictNullable(),
    shareAmounts: p.array(BigInt).columnType('bigint[]').strictNullable(),
    /** Null if the shares were set as amounts. */
    shareWeights: p.array(Number).columnType('smallint[]').strictNullable(),
    /** Number of live files. The files context writes it (decision 0104). */
    fileCount: p.smallint().default(0),
    /** IDs of the live invoices, in order; null if there are none. The invoicing context writes them (decision 0119). */
    invoiceIds: p.array().columnType('uuid[]').strictNullable(),
    splitCount: p.smallint(),
    /** IDs of the tags in the order of the request. Null if there are no tags. */
    tagIds: p.array().columnType('uuid[]').strictNullable(),
    baseRate: p.bigint().strictNullable(),
    baseAmount: p.bigint().strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    deletedAt: p.datetime(3).strictNullable(),
  },
});

/**
 * The entity is only used to read a transaction before an edit. All writes are SQL statements that lock the accounts;
 * balances are updated in the same transaction (decision 0005).
 */
export class Transaction extends TransactionSchema.class {}
TransactionSchema.setClass(Transaction);

const TransactionSplitSchema = defineEntity({
  name: 'TransactionSplit',
  tableName: 'ledger_splits',
  properties: {
    workspaceId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    ordinal: p.smallint().primary(),
    type: p.text().$type<TransactionType>(),
    amount: p.bigint(),
    categoryId: p.uuid().strictNullable(),
    contactId: p.uuid().strictNullable(),
    notes: p.text().strictNullable(),
    baseAmount: p.bigint().strictNullable(),
  },
});

export class TransactionSplit extends TransactionSplitSchema.class {}
TransactionSplitSchema.setClass(TransactionSplit);

export interface StoredTransaction {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly toCurrency: string | null;
  /** Rate of a transfer in units of 10^-8; null for other types. */
  readonly toRate: bigint | null;
  readonly tagIds: readonly string[];
  readonly categorySource: 'rule' | 'import' | null;
  readonly deletedAt: Date | null;
}

export function storedTransaction(
  entity: Transaction,
  splits: readonly TransactionSplit[],
  tags: readonly string[],
): StoredTransaction {
  return {
    currency: entity.currency,
    toCurrency: entity.toCurrency,
    toRate: entity.toRate === null ? null : BigInt(entity.toRate.replace('.', '')),
    tagIds: entity.tagIds ?? [],
    categorySource: entity.categorySource,
    deletedAt: entity.deletedAt,
    fields: {
      type: entity.type,
      accountId: entity.accountId,
      date: entity.date,
      description: entity.description,
      amount: entity.amount,
      currency: entity.accountId === null ? entity.currency : null,
      categoryId: entity.categoryId,
      contactId: entity.contactId,
      toAccountId: entity.toAccountId,
      toAmount: entity.toAmount,
      notes: entity.notes,
      externalId: entity.externalId,
      goalId: entity.goalId,
      paidBy: entity.paidBy,
      shares: storedShares(entity),
      splits: splits.map(({ type, amount, categoryId, contactId, notes }) => {
        return { type, amount, categoryId, contactId, notes };
      }),
      tags,
    },
  };
}

function storedShares({ shareMemberIds, shareAmounts, shareWeights }: Transaction): Share[] {
  return (shareMemberIds ?? []).map((memberId, at) => ({
    memberId,
    amount: shareAmounts![at]!,
    weight: shareWeights?.[at] ?? null,
  }));
}

export function receivingOf({ fields, toCurrency }: StoredTransaction): Receiving | null {
  return fields.toAccountId === null
    ? null
    : { accountId: fields.toAccountId, amount: fields.toAmount!, currency: toCurrency! };
}
