import type { InvoiceRow } from './invoice.query.js';
import type { InvoiceView } from './invoice.view.js';

/** Converts a row to the representation in responses. Payments omit their currency, form and time. */
export function invoiceView({ document, id, issuedAt: _, ...computed }: InvoiceRow): InvoiceView {
  const { uuid, kind, issuer, receiver, verification, payments, ...rest } = document!;
  const { direction, match, transactionIds, fileId, createdAt, deletedAt } = computed;
  return {
    ...{ id, uuid, kind, direction, issuer, receiver },
    ...rest,
    payments: payments.map((payment) => {
      const { installment, paid, outstanding } = payment;
      return { uuid: payment.uuid, installment, paid, outstanding };
    }),
    ...{ verification, match, transactionIds, fileId, createdAt, deletedAt },
  };
}
