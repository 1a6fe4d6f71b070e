import { EXAMPLE_IDS } from '@app/kernel/pure';

const { account: accountId, toAccount: toAccountId, category: categoryId, contact: contactId } = EXAMPLE_IDS;
const date = '2026-11-20';

export const TRANSACTION_EXAMPLES = {
  expense: {
    summary: 'An expense with a category and a tag',
    value: {
      accountId,
      type: 'expense',
      date,
      amount: '1250.00',
      description: 'Cena en Contramar',
      categoryId,
      tags: ['vacaciones'],
    },
  },
  transfer: {
    summary: 'A transfer from pesos into dollars',
    value: {
      accountId,
      type: 'transfer',
      date,
      amount: '1841.23',
      description: 'Ahorro en dólares',
      toAccountId,
      toAmount: '100.00',
    },
  },
  splitDinner: {
    summary: 'A dinner that is partly lent to a friend',
    value: {
      accountId,
      type: 'expense',
      date,
      amount: '900.00',
      description: 'Cena con Vecino',
      splits: [
        { amount: '600.00', categoryId },
        { amount: '300.00', type: 'lent', contactId },
      ],
    },
  },
  lent: {
    summary: 'Money lent to a contact',
    value: { accountId, type: 'lent', date, amount: '500.00', description: 'Préstamo para el taxi', contactId },
  },
  refund: {
    summary: 'A refund that lowers the spending of its category',
    value: { accountId, type: 'income', date, amount: '250.00', description: 'Devolución de Contramar', categoryId },
  },
} as const;

export const BATCH_EXAMPLE = {
  operations: [
    { op: 'create', ...TRANSACTION_EXAMPLES.expense.value },
    { op: 'update', id: EXAMPLE_IDS.transaction, notes: 'Con Vecino' },
    { op: 'trash', id: EXAMPLE_IDS.transaction },
    { op: 'restore', id: EXAMPLE_IDS.transaction },
  ],
} as const;
