import { eventType } from '@app/kernel/pure';

interface PurchaseInInstallments {
  readonly transactionId: string;
  readonly accountId: string;
}

/** What is announced of installments. Source: contract section 20. */
export const installmentsEvents = {
  created: eventType<PurchaseInInstallments>('installments.created', 'A purchase is paid in months without interest.'),
  deleted: eventType<PurchaseInInstallments>(
    'installments.deleted',
    'A purchase is no longer paid in months without interest: what is left is due at the next cut-off.',
  ),
};
