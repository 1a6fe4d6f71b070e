import type { ExportedTable } from '@app/kernel';
import { decimal, isAmount, isCurrency, isLine, isNote, notExpired } from '@app/kernel';
import { ACCOUNT_TYPES, accountTypeOf } from './accounts/account-type.js';
import { MAX_ACCOUNTS, MAX_CATEGORIES, MAX_TAGS_PER_WORKSPACE } from './limits.js';
import { areShares } from './transactions/shares.js';
import { sharesJson, signedAmountOf } from './transactions/transaction.query.js';
import { isTagName } from './tags/tag-name.js';

/** Returns SQL for the column of a value of each exported share. Null if there are no shares or the values are null. */
function exportedShares(value: string, type: string): string {
  return `(
    select case when count(${value}) > 0 then array_agg((${value})::${type} order by n) end
    from json_array_elements(r.shares) with ordinality as one (share, n))`;
}

const isDistinct = (ids: unknown) => new Set(ids as string[]).size === (ids as string[]).length;

/** Data of the ledger that users entered. All other figures follow from it. */
export const LEDGER_TABLES: readonly ExportedTable[] = [
  {
    section: 'accounts',
    table: 'ledger_accounts',
    maxRows: MAX_ACCOUNTS,
    fields: {
      id: 'id',
      name: 'text',
      typeKey: 'text',
      kind: 'text',
      bank: 'text?',
      currency: 'text',
      openingBalance: {
        form: 'money',
        column: 'opening_position',
        read: `money_text(case t.kind when 'liability' then -t.opening_position else t.opening_position end)`,
        write: `case r.kind when 'liability' then -r."openingBalance" else r."openingBalance" end * 100`,
      },
      openingDate: 'day',
      fxMode: 'text',
      fixedRate: 'rate?',
      apy: 'text?',
      alertThreshold: 'money?',
      cardCreditLimit: { form: 'money?', column: 'card_credit_limit', addedLater: true },
      cardCutOffDay: { form: 'integer?', column: 'card_cut_off_day', addedLater: true },
      cardPaymentDays: { form: 'integer?', column: 'card_payment_days', addedLater: true },
      cardPayFromAccountId: { form: 'id?', column: 'card_pay_from_id', addedLater: true },
      status: 'text',
      createdAt: 'instant',
      updatedAt: 'instant',
    },
    order: 't.id',
    allowed: {
      name: isLine(1, 120),
      typeKey: (key) => ACCOUNT_TYPES.some(({ systemKey }) => systemKey === key),
      kind: (kind, { typeKey }) => accountTypeOf(typeKey as string)?.kind === kind,
      bank: isLine(0, 120),
      apy: (apy) => decimal().check(apy),
      currency: isCurrency,
      openingBalance: isAmount,
      alertThreshold: isAmount,
      cardCreditLimit: isAmount,
    },
    references: { cardPayFromAccountId: 'accounts' },
    // An import recomputes the position after it has inserted the transactions.
    computed: { position: '0' },
    left: ['is_low', 'set_aside'],
  },
  {
    section: 'categories',
    table: 'ledger_categories',
    maxRows: MAX_CATEGORIES,
    fields: {
      id: 'id',
      name: 'text',
      parentId: 'id?',
      kind: 'text',
      archivedAt: 'instant?',
      createdAt: 'instant',
    },
    // Parents come before their children, which reference them.
    joined: `
      join (
        with recursive tree as (
          select id, 0 as depth from ledger_categories where workspace_id = $1 and parent_id is null
          union all
          select c.id, tree.depth + 1 from tree
          join ledger_categories c on c.workspace_id = $1 and c.parent_id = tree.id)
        select * from tree) tree on tree.id = t.id`,
    order: 'tree.depth, t.id',
    allowed: { name: isLine(1, 120) },
    impossible: {
      rows: `
        with recursive tree as (
          select id, kind from ledger_categories where workspace_id = $1 and parent_id is null
          union all
          select c.id, c.kind from tree
          join ledger_categories c on c.workspace_id = $1 and c.parent_id = tree.id and c.kind = tree.kind)
        select c.id from ledger_categories c where c.workspace_id = $1 and not exists (select from tree where tree.id = c.id)`,
      because: 'a category is its own ancestor or has a parent of another kind',
    },
  },
  {
    section: 'tags',
    addedLater: true,
    table: 'ledger_tags',
    maxRows: MAX_TAGS_PER_WORKSPACE,
    fields: { id: 'id', name: 'text' },
    order: 't.id',
    allowed: { name: isTagName },
    left: ['live_count'],
    impossible: {
      rows: `
        select t.id from ledger_transactions t cross join unnest(t.tag_ids) as tag (id)
        where t.workspace_id = $1 and not exists (
          select from ledger_tags g where g.workspace_id = $1 and g.id = tag.id)`,
      because: 'a transaction has a tag that does not exist',
    },
  },
  {
    section: 'transactions',
    table: 'ledger_transactions',
    fields: {
      id: 'id',
      accountId: 'id?',
      type: 'text',
      date: 'day',
      description: 'text',
      notes: 'text?',
      amount: 'money',
      currency: 'text',
      categoryId: 'id?',
      filedBy: { form: 'text?', column: 'category_source' },
      contactId: 'id?',
      toAccountId: 'id?',
      toAmount: 'money?',
      toCurrency: 'text?',
      tagIds: { form: 'ids?', column: 'tag_ids', addedLater: true },
      externalId: 'text?',
      goalId: { form: 'id?', column: 'goal_id', addedLater: true },
      paidBy: { form: 'id?', column: 'paid_by', addedLater: true },
      shares: {
        form: 'json?',
        column: 'share_member_ids',
        read: `case when t.share_member_ids is null then '[]' else ${sharesJson('t')}::json end`,
        write: exportedShares(`share ->> 'memberId'`, 'uuid'),
        addedLater: true,
      },
      importId: 'id?',
      importRow: 'integer?',
      importedDescription: 'text?',
      createdAt: 'instant',
      updatedAt: 'instant',
      deletedAt: 'instant?',
    },
    order: 't.date, t.id',
    allowed: {
      description: isLine(0, 500),
      notes: isNote(2_000),
      amount: isAmount,
      currency: isCurrency,
      toAmount: isAmount,
      toCurrency: isCurrency,
      tagIds: isDistinct,
      externalId: isLine(1, 255),
      shares: areShares,
    },
    which: notExpired('t', '$2'),
    computed: {
      signed_amount: signedAmountOf('r.type', 'r."accountId"', '(r.amount * 100)'),
      share_amounts: exportedShares(`(share ->> 'amount')::numeric * 100`, 'bigint'),
      share_weights: exportedShares(`share ->> 'weight'`, 'smallint'),
      to_rate: 'divide_half_even(r."toAmount" * 10000000000, r.amount * 100) * 0.00000001',
    },
    left: ['split_count', 'base_rate', 'base_amount', 'schedule_id', 'file_count', 'invoice_ids'],
    references: { contactId: 'contacts', goalId: 'goals', paidBy: 'members' },
    impossible: {
      rows: `
        select t.id from ledger_transactions t join ledger_accounts a on a.workspace_id = t.workspace_id
          and a.id in (t.account_id, t.to_account_id)
        where t.workspace_id = $1
          and (a.currency <> case a.id when t.account_id then t.currency else t.to_currency end
            or t.account_id = t.to_account_id)
        union all
        select t.id from ledger_transactions t where t.workspace_id = $1 and t.share_member_ids is not null
          and not t.share_member_ids <@ array(select m.id from identity_all_members($1) m)`,
      because:
        'a transaction is not in the currency of its account, moves money to the same account, or has a share of an unknown member',
    },
  },
  {
    section: 'splits',
    table: 'ledger_splits',
    fields: {
      transactionId: 'id',
      ordinal: 'integer',
      type: 'text',
      amount: 'money',
      categoryId: 'id?',
      contactId: 'id?',
      notes: 'text?',
    },
    joined: 'join ledger_transactions whole on whole.workspace_id = t.workspace_id and whole.id = t.transaction_id',
    order: 'whole.date, whole.id, t.ordinal',
    allowed: { amount: isAmount, notes: isNote(2_000) },
    which: notExpired('whole', '$2'),
    left: ['base_amount'],
    references: { contactId: 'contacts' },
  },
  // After the transactions, because closed books would reject them.
  {
    section: 'books',
    addedLater: true,
    table: 'ledger_books',
    maxRows: 1,
    fields: { closedThrough: 'day?', updatedAt: 'instant' },
    order: 't.workspace_id',
  },
  {
    section: 'bookExceptions',
    addedLater: true,
    table: 'ledger_book_exceptions',
    fields: {
      ...{ id: 'id', at: 'instant', actorKind: 'text', actorId: 'id?', action: 'text', transactionIds: 'ids' },
      requestId: 'text?',
    },
    order: 't.id',
    allowed: {
      actorKind: (kind) => ['api_key', 'oauth_grant'].includes(kind as string),
      action: isLine(1, 120),
      requestId: (id) => /^[\w.-]{1,128}$/.test(id as string),
    },
  },
  {
    section: 'assertions',
    addedLater: true,
    table: 'ledger_assertions',
    fields: {
      ...{ id: 'id', accountId: 'id', date: 'day', balance: 'money', note: 'text?', importId: 'id?', since: 'instant' },
      ...{ actualThen: 'money', brokenSince: 'instant?', createdAt: 'instant', updatedAt: 'instant' },
    },
    order: 't.id',
    allowed: { balance: isAmount, note: isNote(2_000) },
    references: { importId: 'imports' },
    left: ['last_change', 'announced_change'],
  },
];
