import type { UnitOfWork } from '@app/kernel';
import { invalidField, Money } from '@app/kernel';
import { TransferRateRequired } from '../ledger.problems.js';
import type { StoredTransaction } from './transaction.entity.js';
import type { TransactionFields } from './transaction.js';
import { keptToAmount, received } from './transaction.js';
import type { References } from './transaction-references.query.js';
import { rateInForce } from './transaction-references.query.js';
import type { ResolvedTransaction } from './transaction-write.query.js';

/**
 * Completes an edited transaction with values from before the edit: the currency of a debt that no longer has an
 * account, and the received amount of a transfer.
 * @throws ValidationFailed if the currency of the account changes and the request contains no amount
 */
export function completed(
  before: StoredTransaction,
  change: Partial<TransactionFields>,
  fields: TransactionFields,
  references: References,
): TransactionFields {
  const account = fields.accountId === null ? null : references.accounts.get(fields.accountId)!;
  if (account && account.currency !== before.currency && change.amount === undefined) {
    throw invalidField(['amount'], 'REQUIRED', `must be sent again: the new account is in ${account.currency}`);
  }
  const currency = change.currency ?? (account ? null : before.currency);
  const receiver = fields.toAccountId === null ? null : references.accounts.get(fields.toAccountId)!;
  if (!receiver || change.toAmount != null) return { ...fields, currency };
  const toAmount =
    before.fields.toAmount === null || change.toAmount === null
      ? null
      : keptToAmount(
          {
            amount: Money.ofMinor(before.fields.amount, before.currency),
            toAmount: Money.ofMinor(before.fields.toAmount, before.toCurrency!),
            rate: before.toRate!,
          },
          { amount: Money.ofMinor(fields.amount, account!.currency), toCurrency: receiver.currency },
        );
  return { ...fields, currency, toAmount: toAmount?.minor ?? null };
}

/**
 * Determines the currency of a transaction and the received amount of a transfer.
 * @throws ValidationFailed if the currency is not the account's
 * @throws TransferRateRequired if the currencies differ and there is neither a received amount nor a rate for the date
 */
export async function resolve(
  work: UnitOfWork,
  fields: TransactionFields,
  references: References,
  tagIds: readonly string[],
): Promise<ResolvedTransaction> {
  const account = fields.accountId === null ? null : references.accounts.get(fields.accountId)!;
  if (account && fields.currency !== null && fields.currency !== account.currency) {
    throw invalidField(['currency'], 'CURRENCY_MISMATCH', `must be the account's currency, ${account.currency}`);
  }
  const currency = account?.currency ?? fields.currency!;
  const receiver = fields.toAccountId === null ? null : references.accounts.get(fields.toAccountId)!;
  const receiving = receiver && {
    accountId: receiver.id,
    currency: receiver.currency,
    amount: await receivedAmount(work, fields, currency, receiver.currency),
  };
  const fixed = account?.fxMode === 'fixed';
  return { fields, currency, receiving, tagIds, baseCurrency: references.baseCurrency, fixed };
}

async function receivedAmount(work: UnitOfWork, fields: TransactionFields, from: string, to: string): Promise<bigint> {
  if (from === to) {
    if (fields.toAmount !== null && fields.toAmount !== fields.amount) {
      throw invalidField(
        ['toAmount'],
        'AMOUNT_MISMATCH',
        'must equal amount, because both accounts have the same currency',
      );
    }
    return fields.amount;
  }
  if (fields.toAmount !== null) return fields.toAmount;
  const rate = await rateInForce(work, from, to, fields.date);
  if (rate === null) throw TransferRateRequired(from, to);
  return received(Money.ofMinor(fields.amount, from), rate, to).minor;
}
