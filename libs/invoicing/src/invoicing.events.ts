import { eventType } from '@app/kernel/pure';

interface LinkedTransactions {
  readonly transactionIds: readonly string[];
}

export const taxpayerEvents = {
  created: eventType('taxpayer.created', 'A taxpayer was added. The subject is its ID, not its RFC.'),
  updated: eventType('taxpayer.updated', 'A taxpayer was renamed.'),
  deleted: eventType('taxpayer.deleted', 'A taxpayer was deleted. Its invoices were kept.'),
};

export const invoiceEvents = {
  created: eventType('invoice.created', 'An invoice was uploaded.'),
  trashed: eventType('invoice.trashed', 'An invoice was moved to the trash.'),
  restored: eventType('invoice.restored', 'An invoice was restored from the trash.'),
  deleted: eventType('invoice.deleted', 'An invoice was permanently deleted after 30 days in the trash.'),
  linked: eventType<LinkedTransactions>(
    'invoice.linked',
    'An invoice was linked to transactions, by a client or by automatic matching.',
  ),
  unlinked: eventType<LinkedTransactions>('invoice.unlinked', 'An invoice was unlinked from its transactions.'),
  recorded: eventType<LinkedTransactions>('invoice.recorded', 'Transactions were created from an invoice.'),
};
