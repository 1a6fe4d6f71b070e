import { eventType } from '@app/kernel/pure';

interface PurchaseInInstallments {
  readonly transactionId: string;
  readonly accountId: string;
}

export const installmentsEvents = {
  created: eventType<PurchaseInInstallments>(
    'installments.created',
    'A purchase was converted to interest-free installments (meses sin intereses).',
  ),
  deleted: eventType<PurchaseInInstallments>(
    'installments.deleted',
    'A purchase is no longer paid in interest-free installments. The remaining amount is due at the next cut-off.',
  ),
};
