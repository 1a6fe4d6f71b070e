import type { ExportedTable } from '@app/kernel';
import { isAmount } from '@app/kernel';

const isZeroOrMore = (value: unknown) => isAmount(value) && !value.startsWith('-');

export const CARDS_TABLES: readonly ExportedTable[] = [
  {
    section: 'cardStatements',
    addedLater: true,
    table: 'cards_statements',
    fields: {
      accountId: 'id',
      month: 'day',
      cutOff: 'day?',
      dueDate: 'day?',
      paymentToAvoidInterest: 'money?',
      minimumPayment: 'money?',
    },
    order: 't.account_id, t.month',
    allowed: { paymentToAvoidInterest: isZeroOrMore, minimumPayment: isZeroOrMore },
    references: { accountId: 'accounts' },
    impossible: {
      rows: `
        select s.account_id as id from (
          select account_id, cut_off, lag(cut_off) over (partition by account_id order by month) as before
          from cards_statements where workspace_id = $1 and cut_off is not null) s
        where s.cut_off <= s.before`,
      because: 'an account has statements whose cut-offs do not follow the order of their months',
    },
  },
  {
    section: 'installments',
    addedLater: true,
    table: 'cards_installments',
    fields: { id: 'id', transactionId: 'id', months: 'integer', createdAt: 'instant', endedOn: 'day?' },
    order: 't.id',
    which: 'exists (select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.transaction_id)',
    references: { transactionId: 'transactions' },
  },
];
