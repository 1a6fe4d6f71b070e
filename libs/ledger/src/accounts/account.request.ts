import { ApiSchema } from '@nestjs/swagger';
import { amount, currency, day, decimal, Field, integer, ObjectField, oneOf, rate, reference, text } from '@app/kernel';

const MAX_PAYMENT_DAYS = 60;

@ApiSchema({ description: 'The terms of a credit card.' })
export class CardRequest {
  @Field(amount('positive'))
  creditLimit!: string;

  /** The last day of each statement's period; the 29th to the 31st mean the last day of a shorter month. */
  @Field(integer(1, 31))
  cutOffDay!: number;

  /** How many days after the cut-off a payment is due; it moves to the next banking day. */
  @Field(integer(1, MAX_PAYMENT_DAYS), { optional: true, byDefault: 20 })
  paymentDays?: number;

  /** The account that the card is paid from. */
  @Field(reference(), { optional: true, nullable: true, byDefault: null })
  payFromAccountId?: string | null;
}

/** Terms that are left out stay; an account without a card needs its limit and its cut-off day. */
@ApiSchema({ description: 'The terms of a credit card that change.' })
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

  /** The id or the systemKey of an account type. */
  @Field(text(1, 120))
  typeId!: string;

  /** The workspace's base currency unless given. */
  @Field(currency(), { optional: true })
  currency?: string;

  @Field(text(0, 120), { optional: true, nullable: true })
  bank?: string | null;

  /** What the account held (an asset) or owed (a liability) before its first transaction. */
  @Field(amount(), { optional: true, byDefault: '0.00' })
  openingBalance?: string;

  /** Today in Mexico unless given. */
  @Field(day(), { optional: true })
  openingDate?: string;

  /** How the account converts into the base currency: at the rate of the day, or at a fixed rate. */
  @Field(oneOf('auto', 'fixed'), { optional: true, byDefault: 'auto' })
  fxMode?: 'auto' | 'fixed';

  /** What one unit of the account's currency is worth in the base currency; required when fxMode is fixed, refused otherwise. */
  @Field(rate(), { optional: true, nullable: true })
  fixedRate?: string | null;

  /** Yearly yield in percent. */
  @Field(decimal(), { optional: true, nullable: true })
  apy?: string | null;

  /** The forecast flags the day on which the balance crosses this amount. */
  @Field(amount(), { optional: true, nullable: true })
  alertThreshold?: string | null;

  /** The terms of a credit card; of no other type. */
  @ObjectField(() => CardRequest, { optional: true, nullable: true })
  card?: CardRequest | null;
}

export class EditAccountRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** The id or the systemKey of an account type. */
  @Field(text(1, 120), { optional: true })
  typeId?: string;

  @Field(currency(), { optional: true })
  currency?: string;

  @Field(text(0, 120), { optional: true, nullable: true })
  bank?: string | null;

  /** A new opening balance moves the balance by the difference. */
  @Field(amount(), { optional: true })
  openingBalance?: string;

  @Field(day(), { optional: true })
  openingDate?: string;

  /** Back to auto clears fixedRate. */
  @Field(oneOf('auto', 'fixed'), { optional: true })
  fxMode?: 'auto' | 'fixed';

  @Field(rate(), { optional: true, nullable: true })
  fixedRate?: string | null;

  @Field(decimal(), { optional: true, nullable: true })
  apy?: string | null;

  @Field(amount(), { optional: true, nullable: true })
  alertThreshold?: string | null;

  /** The terms of a credit card; null takes them off. */
  @ObjectField(() => EditCardRequest, { optional: true, nullable: true })
  card?: EditCardRequest | null;
}

export class ListAccountsRequest {
  /** Which accounts are listed. */
  @Field(oneOf('active', 'archived', 'closed', 'all'), { optional: true, byDefault: 'active' })
  status: 'active' | 'archived' | 'closed' | 'all' = 'active';
}
