import { invalidField, Money } from '@app/kernel/pure';

export interface CardTerms {
  readonly creditLimit: Money;
  readonly cutOffDay: number;
  readonly paymentDays: number;
  /** ID of the account that pays the card by default; null if not set. */
  readonly payFromAccountId: string | null;
}

/** Card terms in a request. Omitted terms do not change. */
export interface RequestedTerms {
  readonly creditLimit?: string;
  readonly cutOffDay?: number;
  readonly paymentDays?: number;
  readonly payFromAccountId?: string | null;
}

const CARD_TYPE = 'credit_card';
const USUAL_PAYMENT_DAYS = 20;

/**
 * Merges requested terms into the current ones. Returns null, which removes the terms, if the request is null or the
 * account is no longer a credit card.
 * @throws ValidationFailed if terms are requested for another type of account, if new terms have no limit or cut-off
 * day, or if the card would pay itself
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
      throw invalidField(['card'], 'NOT_ALLOWED', 'is allowed only for accounts of type credit_card');
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
    throw invalidField(['card', 'payFromAccountId'], 'SAME_ACCOUNT', 'must not be the card account itself');
  }
  const paymentDays = requested.paymentDays ?? account.terms?.paymentDays ?? USUAL_PAYMENT_DAYS;
  return { creditLimit, cutOffDay, paymentDays, payFromAccountId };
}
