import { ApiSchema } from '@nestjs/swagger';
import { Field, filterReference, integer, oneOf, PageRequest, reference } from '@app/kernel';
import { MAX_MONTHS } from '../periods/installment-parts.js';

const INSTALLMENTS_STATUSES = ['running', 'finished'] as const;
export type InstallmentsStatus = (typeof INSTALLMENTS_STATUSES)[number];

@ApiSchema({ description: 'Converts a purchase into monthly installments without interest.' })
export class CreateInstallmentsRequest {
  /** ID of the purchase: a live expense without splits on a card account. */
  @Field(reference())
  transactionId!: string;

  @Field(integer(2, MAX_MONTHS))
  months!: number;
}

export class ListInstallmentsRequest extends PageRequest {
  /** Returns only purchases with the card of this account. */
  @Field(filterReference(), { optional: true })
  accountId?: string;

  /** Status of the purchases to list: `running` until all installments are paid, then `finished`. */
  @Field(oneOf(...INSTALLMENTS_STATUSES), { optional: true })
  status?: InstallmentsStatus;
}
