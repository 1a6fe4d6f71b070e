import { Field, filterReference, integer, oneOf, PageRequest, reference } from '@app/kernel';
import { MAX_MONTHS } from '../periods/installment-parts.js';

const INSTALLMENTS_STATUSES = ['running', 'finished'] as const;
export type InstallmentsStatus = (typeof INSTALLMENTS_STATUSES)[number];

export class CreateInstallmentsRequest {
  /** A live expense of an account with a card, not split. */
  @Field(reference())
  transactionId!: string;

  @Field(integer(2, MAX_MONTHS))
  months!: number;
}

export class ListInstallmentsRequest extends PageRequest {
  @Field(filterReference(), { optional: true })
  accountId?: string;

  /** Whether a part is still to be paid, or none. */
  @Field(oneOf(...INSTALLMENTS_STATUSES), { optional: true })
  status?: InstallmentsStatus;
}
