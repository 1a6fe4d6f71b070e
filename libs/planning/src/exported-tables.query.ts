import type { ExportedTable } from '@app/kernel';
import { isAmount, isLine } from '@app/kernel';
import { isTagName, MAX_TAGS } from '@app/ledger';

export const MAX_SCHEDULES = 500;

const areTags = (value: unknown) => Array.isArray(value) && value.length <= MAX_TAGS && value.every(isTagName);

export const PLANNING_TABLES: readonly ExportedTable[] = [
  {
    section: 'schedules',
    addedLater: true,
    table: 'planning_schedules',
    maxRows: MAX_SCHEDULES,
    fields: {
      id: 'id',
      name: 'text?',
      accountId: 'id',
      type: 'text',
      amount: 'money',
      description: 'text',
      categoryId: 'id?',
      contactId: 'id?',
      toAccountId: 'id?',
      tags: {
        form: 'json',
        column: 'tags',
        write: 'array(select json_array_elements_text(r.tags))',
      },
      every: 'text',
      everyCount: 'integer',
      businessDay: 'text',
      startDate: 'day',
      endDate: 'day?',
      autoPost: 'boolean',
      matchText: 'text?',
      matchTolerance: 'money',
      matchDays: 'integer',
      paused: 'boolean',
      postOn: 'day?',
      tellOn: 'day?',
      toldUntil: 'day',
      createdAt: 'instant',
      updatedAt: 'instant',
    },
    order: 't.id',
    allowed: {
      name: isLine(1, 120),
      amount: isAmount,
      description: isLine(1, 500),
      tags: areTags,
      matchText: isLine(1, 500),
      matchTolerance: isAmount,
    },
    references: {
      accountId: 'accounts',
      toAccountId: 'accounts',
      categoryId: 'categories',
      contactId: 'contacts',
    },
    impossible: {
      rows: `select s.id from planning_schedules s where s.workspace_id = $1 and s.account_id = s.to_account_id`,
      because: 'a schedule is a transfer within one account',
    },
  },
  {
    section: 'occurrences',
    addedLater: true,
    table: 'planning_occurrences',
    fields: { scheduleId: 'id', nominalDate: 'day', status: 'text', transactionId: 'id?' },
    order: 't.schedule_id, t.nominal_date',
    references: { transactionId: 'transactions' },
    impossible: {
      rows: `
        select o.schedule_id as id from planning_occurrences o
        where o.workspace_id = $1 and o.transaction_id is not null and not exists (
          select from ledger_schedulable_transactions($1) t where t.id = o.transaction_id)`,
      because: 'a schedule has an occurrence whose transaction is missing or in the trash',
    },
  },
  {
    section: 'trashedOccurrences',
    addedLater: true,
    table: 'planning_trashed_occurrences',
    fields: { transactionId: 'id', scheduleId: 'id', nominalDate: 'day', status: 'text' },
    order: 't.transaction_id',
    references: { transactionId: 'transactions' },
  },
  {
    section: 'dismissedSuggestions',
    addedLater: true,
    table: 'planning_dismissed_suggestions',
    fields: { id: 'id', dismissedAt: 'instant' },
    order: 't.id',
  },
];
