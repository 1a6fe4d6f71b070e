import { notFound, problem, whenConstraintFails } from '@app/kernel/pure';

export const MAX_TAXPAYERS = 50;
export const MAX_INVOICES = 20_000;
export const MAX_INVOICES_PER_TRANSACTION = 100;
/** Maximum relations and payments between the invoices of a report. */
export const MAX_DEDUCTION_RELATIONS = 50_000;

export const TaxpayerNotFound = problem(
  'TAXPAYER_NOT_FOUND',
  404,
  'The workspace has no taxpayer with this RFC.',
  (rfc: string) => `There is no taxpayer ${rfc}.`,
  ['XIQB891116QE4'],
);

export const TaxpayerLimitReached = problem(
  'TAXPAYER_LIMIT_REACHED',
  409,
  `A workspace can have at most ${MAX_TAXPAYERS} taxpayers. Delete one first.`,
  () => `The workspace already has ${MAX_TAXPAYERS} taxpayers.`,
  [],
);

export const InvoiceNotFound = notFound('INVOICE_NOT_FOUND', 'invoice');

export const InvoiceUnreadable = problem(
  'INVOICE_UNREADABLE',
  422,
  'The file is not a stamped CFDI 4.0 invoice of up to 5 MiB, or not a readable ZIP archive of such files. `detail` contains the reason.',
  (reason: string) => `The invoice cannot be read: ${reason}.`,
  ['the file is not XML'],
);

export const InvoiceUuidTaken = problem(
  'INVOICE_UUID_TAKEN',
  409,
  'The workspace has an invoice with this fiscal UUID but different bytes. A stamped XML never changes, so one of the files is not the original.',
  (uuid: string) => `The workspace has a different file with the fiscal UUID ${uuid}.`,
  ['6F1C2B3A-0D4E-4F5A-8B6C-7D8E9F0A1B2C'],
);

export const InvoiceLimitReached = problem(
  'INVOICE_LIMIT_REACHED',
  409,
  `A workspace can have at most ${MAX_INVOICES.toLocaleString('en')} invoices, including those in the trash, and a transaction can pay at most ${MAX_INVOICES_PER_TRANSACTION} invoices.`,
  (detail: string = `A transaction would pay more than ${MAX_INVOICES_PER_TRANSACTION} invoices.`) => detail,
  [`The workspace already has ${MAX_INVOICES} invoices.`],
);

export const InvoiceInTrash = problem(
  'INVOICE_IN_TRASH',
  409,
  'An invoice in the trash cannot be linked or recorded. Restore it first.',
  () => 'The invoice is in the trash.',
);

export const InvoiceNotInTrash = problem(
  'INVOICE_NOT_IN_TRASH',
  409,
  'Only an invoice in the trash can be restored.',
  () => 'The invoice is not in the trash.',
);

export const InvoiceLinked = problem(
  'INVOICE_LINKED',
  409,
  'The invoice is already linked to transactions. Unlink it first.',
  () => 'The invoice is already linked.',
);

export const InvoiceAmountMismatch = problem(
  'INVOICE_AMOUNT_MISMATCH',
  422,
  'The transactions do not add up to the total of the invoice, in its currency and direction. Send `allowDifference` true to link them anyway.',
  (sum: string, total: string) => ({
    detail: `The transactions add up to ${sum}, but the invoice is for ${total}.`,
    withoutScope: { scope: 'transactions:read', detail: `The transactions do not add up to ${total}.` },
  }),
  ['1160.00 MXN', '1150.00 MXN'],
);

export const InvoiceNotRecordable = problem(
  'INVOICE_NOT_RECORDABLE',
  422,
  'No transactions can be created from the invoice: it is a transfer or payment receipt, neither party is a taxpayer of the workspace, or its amount is not positive or has more than two decimals.',
  (reason: string) => `The invoice cannot be recorded: ${reason}.`,
  ['it is a payment receipt'],
);

export const InvoicesBusy = problem(
  'INVOICES_BUSY',
  503,
  'Too many invoices are being uploaded, in total or to this workspace. Retry after the number of seconds in `Retry-After`.',
  () => ({ detail: 'Too many invoices are being uploaded. Try again later.', headers: { 'Retry-After': '10' } }),
);

export const TaxYearUnknown = problem(
  'TAX_YEAR_UNKNOWN',
  422,
  'The service does not have the deduction limits of this year. `detail` lists the supported years.',
  (year: number, known: string) => `The deduction limits of ${year} are unknown. Supported years: ${known}.`,
  [2019, '2024, 2025, 2026'],
);

export const DeductionsTooLarge = problem(
  'DEDUCTIONS_TOO_LARGE',
  422,
  `Credit notes and payment receipts have more than ${MAX_DEDUCTION_RELATIONS.toLocaleString('en')} relations to the invoices of the report. Delete some of them first.`,
  () => `The invoices have more than ${MAX_DEDUCTION_RELATIONS.toLocaleString('en')} relations.`,
  [],
);

whenConstraintFails('ledger_transactions_invoice_ids', () => InvoiceLimitReached());
