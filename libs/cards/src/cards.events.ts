import { eventType } from '@app/kernel/pure';

interface PurchaseInInstallments {
  readonly transactionId: string;
  readonly accountId: string;
}

export const installmentsEvents = {
  created: eventType<PurchaseInInstallments>(
    'installments.created',
    'A purchase was converted to months without interest.',
  ),
  deleted: eventType<PurchaseInInstallments>(
    'installments.deleted',
    'A purchase is no longer paid in months without interest. The remaining amount is due at the next cut-off.',
  ),
};
