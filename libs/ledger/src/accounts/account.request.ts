import { ApiSchema } from '@nestjs/swagger';
import { amount, currency, day, decimal, Field, integer, ObjectField, oneOf, rate, reference, text } from '@app/kernel';

const MAX_PAYMENT_DAYS = 60;

@ApiSchema({ description: 'Credit card terms.' })
export class CardRequest {
  @Field(amount('positive'))
  creditLimit!: string;

  /** Day of the month on which the statement period ends. In shorter months, 29 to 31 mean the last day. */
  @Field(integer(1, 31))
  cutOffDay!: number;

  /** Days from the cut-off to the due date. A due date that is not a banking day moves to the next one. */
  @Field(integer(1, MAX_PAYMENT_DAYS), { optional: true, byDefault: 20 })
  paymentDays?: number;

  /** ID of the account that pays the card; null for no account. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  payFromAccountId?: string | null;
}

@ApiSchema({ description: 'Changes to the credit card terms. Omitted fields do not change.' })
export class EditCardRequest {
  @Field(amount('positive'), { optional: true })
  creditLimit?: string;

  @Field(integer(1, 31), { optional: true })
  cutOffDay?: number;

  @Field(integer(1, MAX_PAYMENT_DAYS), { optional: true })
  paymentDays?: number;

  @Field(reference(), { optional: true, nullable: true })
  payFromAccountId?: string | null;
}

export class CreateAccountRequest {
  @Field(text(1, 120))
  name!: string;

  /** ID or `systemKey` of the account type. @example checking */
  @Field(text(1, 120))
  typeId!: string;

  /** Currency of the account. Defaults to the workspace's base currency. */
  @Field(currency(), { optional: true })
  currency?: string;

  @Field(text(0, 120), { optional: true, nullable: true })
  bank?: string | null;

  /** Amount owned (asset) or owed (liability) before the first transaction. */
  @Field(amount(), { optional: true, byDefault: '0.00' })
  openingBalance?: string;

  /** Date of the opening balance. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  openingDate?: string;

  /** Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`). */
  @Field(oneOf('auto', 'fixed'), { optional: true, byDefault: 'auto' })
  fxMode?: 'auto' | 'fixed';

  /**
   * Value of one unit of the account's currency in the base currency. Required if `fxMode` is `fixed`, and otherwise
   * not allowed.
   */
  @Field(rate(), { optional: true, nullable: true })
  fixedRate?: string | null;

  /** Annual yield or interest rate in percent; null if not set. */
  @Field(decimal(), { optional: true, nullable: true })
  apy?: string | null;

  /**
   * Alert threshold; null for no alert. The service sends an alert when an asset's balance falls below the threshold or
   * a liability's balance rises above it.
   */
  @Field(amount(), { optional: true, nullable: true })
  alertThreshold?: string | null;

  /** Credit card terms. Allowed only for accounts of type `credit_card`. */
  @ObjectField(() => CardRequest, { optional: true, nullable: true })
  card?: CardRequest | null;
}

export class EditAccountRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** ID or `systemKey` of the account type. @example checking */
  @Field(text(1, 120), { optional: true })
  typeId?: string;

  @Field(currency(), { optional: true })
  currency?: string;

  @Field(text(0, 120), { optional: true, nullable: true })
  bank?: string | null;

  /** Amount owned (asset) or owed (liability) before the first transaction. The balance changes by the same amount. */
  @Field(amount(), { optional: true })
  openingBalance?: string;

  @Field(day(), { optional: true })
  openingDate?: string;

  /**
   * Rate for converting the account into the base currency: the rate of the day (`auto`) or `fixedRate` (`fixed`).
   * `auto` removes `fixedRate`.
   */
  @Field(oneOf('auto', 'fixed'), { optional: true })
  fxMode?: 'auto' | 'fixed';

  @Field(rate(), { optional: true, nullable: true })
  fixedRate?: string | null;

  @Field(decimal(), { optional: true, nullable: true })
  apy?: string | null;

  @Field(amount(), { optional: true, nullable: true })
  alertThreshold?: string | null;

  /** Credit card terms; null removes them. */
  @ObjectField(() => EditCardRequest, { optional: true, nullable: true })
  card?: EditCardRequest | null;
}

export class ListAccountsRequest {
  /** Status of the accounts to list. */
  @Field(oneOf('active', 'archived', 'closed', 'all'), { optional: true, byDefault: 'active' })
  status: 'active' | 'archived' | 'closed' | 'all' = 'active';

  /** Returns the balances at the end of this day. Without it, they include future-dated transactions. */
  @Field(day(), { optional: true })
  date?: string;
}
