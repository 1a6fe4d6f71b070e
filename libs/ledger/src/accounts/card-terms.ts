import { invalidField, Money } from '@app/kernel/pure';

/** The terms of a credit card, as its owner says them. Source: contract section 20, cards. */
export interface CardTerms {
  readonly creditLimit: Money;
  /** The 29th to the 31st mean the last day of a month that is too short. */
  readonly cutOffDay: number;
  /** How many days after the cut-off a payment is due. */
  readonly paymentDays: number;
  /** The account that the card is paid from, unless another one is named. */
  readonly payFromAccountId: string | null;
}

/** The terms that a request says; of an edit, only those that change. */
export interface RequestedTerms {
  readonly creditLimit?: string;
  readonly cutOffDay?: number;
  readonly paymentDays?: number;
  readonly payFromAccountId?: string | null;
}

/** The type of account that may have terms of a card. */
const CARD_TYPE = 'credit_card';
const USUAL_PAYMENT_DAYS = 20;

/**
 * The terms of an account's card after a request: what it says is laid over what there was, null takes the card off, and an
 * account that is no longer a credit card loses it.
 * @throws ValidationFailed where the account is no credit card, where a new card lacks its limit or its cut-off day, and where
 * a card would be paid from itself
 */
export function cardTerms(
  account: {
    readonly id: string;
    readonly typeKey: string;
    readonly currency: string;
    readonly terms: CardTerms | null;
  },
  requested: RequestedTerms | null | undefined,
): CardTerms | null {
  if (account.typeKey !== CARD_TYPE) {
    if (requested != null)
      throw invalidField(['card'], 'NOT_ALLOWED', 'is allowed for an account of type credit_card only');
    return null;
  }
  if (requested === undefined) return account.terms;
  if (requested === null) return null;
  const creditLimit =
    requested.creditLimit === undefined
      ? account.terms?.creditLimit
      : Money.parse(requested.creditLimit, account.currency);
  const cutOffDay = requested.cutOffDay ?? account.terms?.cutOffDay;
  if (creditLimit === undefined) throw invalidField(['card', 'creditLimit'], 'REQUIRED', 'is required for a new card');
  if (cutOffDay === undefined) throw invalidField(['card', 'cutOffDay'], 'REQUIRED', 'is required for a new card');
  const { payFromAccountId = account.terms?.payFromAccountId ?? null } = requested;
  if (payFromAccountId === account.id) {
    throw invalidField(['card', 'payFromAccountId'], 'SAME_ACCOUNT', 'must be another account than the card');
  }
  const paymentDays = requested.paymentDays ?? account.terms?.paymentDays ?? USUAL_PAYMENT_DAYS;
  return { creditLimit, cutOffDay, paymentDays, payFromAccountId };
}
