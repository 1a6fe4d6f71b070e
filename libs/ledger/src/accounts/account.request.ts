import { amount, currency, day, decimal, Field, oneOf, rate, text } from '@app/kernel';

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
}

export class ListAccountsRequest {
  /** Which accounts are listed. */
  @Field(oneOf('active', 'archived', 'closed', 'all'), { optional: true, byDefault: 'active' })
  status: 'active' | 'archived' | 'closed' | 'all' = 'active';
}
