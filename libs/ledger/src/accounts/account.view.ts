import { ApiSchema } from '@nestjs/swagger';
import { canonicalDecimal, formatRate, Money } from '@app/kernel';
import type { FxMode } from './account-conversion.js';
import type { Account } from './account.entity.js';
import type { AccountStatus } from './account-status.js';
import type { AccountKind, AccountType } from './account-type.js';
import { accountTypeOf } from './account-type.js';

@ApiSchema({ description: 'An account type.' })
export class AccountTypeView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0b02 */
  id!: string;
  /** Name of the account type in Spanish. @example "Cuenta de cheques" */
  name!: string;
  /** Identifier of the type. It never changes. @example checking */
  systemKey!: string;
  /** Kind of account: an asset or a liability. */
  kind!: AccountKind;
}

@ApiSchema({ description: 'Credit card terms.' })
export class CardView {
  /** Credit limit of the card. @example "50000.00" */
  creditLimit!: string;
  /** Day of the month on which the statement period ends. In shorter months, 29 to 31 mean the last day. @example 7 */
  cutOffDay!: number;
  /** Days from the cut-off to the due date. A due date that is not a banking day moves to the next one. @example 20 */
  paymentDays!: number;
  /** ID of the account that pays the card; null if not set. */
  payFromAccountId!: string | null;
  /** `creditLimit` minus `balance`. @example "50000.00" */
  availableCredit!: string;
}

@ApiSchema({ description: 'An account with its balance.' })
export class AccountView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01 */
  id!: string;
  /** Name of the account. */
  name!: string;
  /** Type of the account. */
  type!: AccountTypeView;
  /** Name of the bank; null if not set. @example BBVA */
  bank!: string | null;
  /** Currency of the account. */
  currency!: string;
  /** Opening balance plus all live transactions: the amount owned for an asset, the amount owed for a liability. */
  balance!: string;
  /** Part of the balance that goals have set aside; null for a liability. */
  setAside!: string | null;
  /** `balance` minus `setAside`, which may be negative; null for a liability. */
  free!: string | null;
  /** Balance before the first transaction. */
  openingBalance!: string;
  /** Date of the opening balance. */
  openingDate!: string;
  /** Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`). */
  fxMode!: FxMode;
  /** Value of one unit of the account's currency in the base currency, with eight decimals; null if `fxMode` is `auto`. */
  fixedRate!: string | null;
  /** Annual yield or interest rate in percent; null if not set. @example "10.50" */
  apy!: string | null;
  /**
   * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
   * a liability's balance rises above it.
   */
  alertThreshold!: string | null;
  /** Credit card terms; null if the account is not a credit card or its terms are not set. */
  card!: CardView | null;
  /** Status of the account. Only an `active` account accepts transactions. */
  status!: AccountStatus;
  createdAt!: string;
  updatedAt!: string;
}

export function accountTypeView({ id, name, systemKey, kind }: AccountType): AccountTypeView {
  return { id, name, systemKey, kind };
}

export function accountView(account: Account): AccountView {
  const alertThreshold =
    account.alertThreshold === null ? null : Money.ofMinor(account.alertThreshold, account.currency);
  const { earmarked } = account;
  return {
    id: account.id,
    name: account.name,
    type: accountTypeView(accountTypeOf(account.typeKey)!),
    bank: account.bank,
    currency: account.currency,
    balance: account.balance().toString(),
    setAside: earmarked?.setAside.toString() ?? null,
    free: earmarked?.free.toString() ?? null,
    openingBalance: account.openingBalance().toString(),
    openingDate: account.openingDate,
    fxMode: account.fxMode,
    fixedRate: account.fixedRate === null ? null : formatRate(account.fixedRate),
    apy: account.apy === null ? null : canonicalDecimal(account.apy),
    alertThreshold: alertThreshold?.toString() ?? null,
    card: cardView(account),
    status: account.status,
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}

function cardView(account: Account): CardView | null {
  const { card } = account;
  if (card === null) return null;
  const { creditLimit, cutOffDay, paymentDays, payFromAccountId } = card;
  const availableCredit = creditLimit.subtract(account.balance()).toString();
  return { creditLimit: creditLimit.toString(), cutOffDay, paymentDays, payFromAccountId, availableCredit };
}
