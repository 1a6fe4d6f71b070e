import { ApiSchema } from '@nestjs/swagger';
import { canonicalDecimal, formatRate, Money } from '@app/kernel';
import type { FxMode } from './account-conversion.js';
import type { Account } from './account.entity.js';
import type { AccountStatus } from './account-status.js';
import type { AccountKind, AccountType } from './account-type.js';
import { accountTypeOf } from './account-type.js';

@ApiSchema({ description: 'A type of accounts.' })
export class AccountTypeView {
  id!: string;
  /** The name in Spanish. */
  name!: string;
  systemKey!: string;
  kind!: AccountKind;
}

@ApiSchema({ description: 'The terms of a credit card.' })
export class CardView {
  creditLimit!: string;
  /** The last day of each statement's period; the 29th to the 31st mean the last day of a shorter month. */
  cutOffDay!: number;
  /** How many days after the cut-off a payment is due; it moves to the next banking day. */
  paymentDays!: number;
  /** The account that the card is paid from. */
  payFromAccountId!: string | null;
  /** creditLimit less the balance. */
  availableCredit!: string;
}

@ApiSchema({ description: 'An account with its balance.' })
export class AccountView {
  id!: string;
  name!: string;
  type!: AccountTypeView;
  bank!: string | null;
  currency!: string;
  /** The opening balance plus every live transaction: of an asset what is owned, of a liability what is owed. */
  balance!: string;
  openingBalance!: string;
  openingDate!: string;
  fxMode!: FxMode;
  /** With eight decimals; null where fxMode is auto. */
  fixedRate!: string | null;
  apy!: string | null;
  alertThreshold!: string | null;
  /** The terms of a credit card; null of every other account, and where they are not known. */
  card!: CardView | null;
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
  return {
    id: account.id,
    name: account.name,
    type: accountTypeView(accountTypeOf(account.typeKey)!),
    bank: account.bank,
    currency: account.currency,
    balance: account.balance().toString(),
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
