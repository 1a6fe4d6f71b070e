import type { InvoiceRow } from './invoice.query.js';
import type { InvoiceView } from './invoice.view.js';

/** Returns an invoice as in responses. Payments omit their currency, form and time. */
export function invoiceView({ document, id, issuedAt: _, ...computed }: InvoiceRow): InvoiceView {
  const { uuid, kind, issuer, receiver, verification, payments, ...said } = document!;
  const { direction, match, transactionIds, fileId, createdAt, deletedAt } = computed;
  return {
    ...{ id, uuid, kind, direction, issuer, receiver },
    ...said,
    payments: payments.map((payment) => {
      const { installment, paid, outstanding } = payment;
      return { uuid: payment.uuid, installment, paid, outstanding };
    }),
    ...{ verification, match, transactionIds, fileId, createdAt, deletedAt },
  };
}
