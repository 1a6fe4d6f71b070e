import type { AuditContext, Statement } from '@app/kernel';
import { auditEntryPart } from '@app/kernel';
import type { Movement, Receiving, Split, TransactionFields } from './transaction.js';
import { signedAmount } from './transaction-type.js';
import type { TransactionRow } from './transaction-text.js';
import { joinCategory, holdAccounts, packedRow } from './transaction.query.js';

/** A transaction whose references are resolved: everything that its row needs. */
export interface ResolvedTransaction {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly receiving: Receiving | null;
  readonly baseCurrency: string;
  /** Whether the account has a rate of its own. */
  readonly fixed: boolean;
}

/** What a write answers: the transaction, and how many of the accounts that it moves are active, and held. */
export interface WrittenRow extends TransactionRow {
  readonly held: number;
  /** Whether a context is subscribed to new transactions of the workspace. */
  readonly subscribed: boolean;
}

const SUBSCRIBED = `exists (select from ledger_subscriptions f where f.workspace_id = $1)`;

const WRITTEN = `
  select ${packedRow('t')}, (select count(*)::int from held) as held, ${SUBSCRIBED} as subscribed
  from written t ${joinCategory('t')}`;

// In the base currency, and without a rate of the account's own, the rate is 1 by definition and nothing is looked up.
// Where the amount would need more digits in the base currency than a balance has, there is none, as in a revaluation.
const BASE_RATE = `usable_rate($6, case
  when not $8 and $7 = $9 then 100000000 else ledger_base_rate($1, $3, $7, $9, $5) end)`;

/** The columns that a write sets, with the values $1 to $20 in the order of `columnValues`. */
const COLUMNS = `
  $1::uuid as workspace_id, $2::uuid as id, $3::uuid as account_id, $4::text as type, $5::date as date,
  $6::bigint as amount, $7::text as currency, $10::bigint as signed_amount, $11::text as description,
  $12::text as notes, $13::uuid as category_id, $14::uuid as contact_id, $15::uuid as to_account_id,
  $16::bigint as to_amount, $17::text as to_currency,
  divide_half_even($16::numeric * 100000000, $6::numeric) * 0.00000001 as to_rate,
  $18::text as external_id, $19::smallint as split_count, $20::timestamptz as updated_at, ${BASE_RATE} as base_rate`;

const NAMES = `workspace_id, id, account_id, type, date, amount, currency, signed_amount, description, notes, category_id,
  contact_id, to_account_id, to_amount, to_currency, to_rate, external_id, split_count, updated_at, base_rate`;

/** Enters a transaction and holds its accounts, in one statement. */
export function insertTransaction(
  workspaceId: string,
  id: string,
  transaction: ResolvedTransaction,
  movements: readonly Movement[],
  now: Date,
): Statement {
  return {
    name: 'ledger.insert-transaction',
    text: `
      with ${holdAccounts('$21', '$22')}, written as (
        insert into ledger_transactions (${NAMES}, base_amount, created_at)
        select ${NAMES}, convert_money(amount, base_rate), updated_at from (select ${COLUMNS}) entered
        returning *
      ) ${WRITTEN}`,
    values: [...columnValues(workspaceId, id, transaction, now), ...movementValues(movements)],
  };
}

/**
 * Enters an everyday transaction, an expense, income or adjustment of one active account, without a query before it: the
 * statement that writes it looks up what it refers to. No row comes back where something is missing; the path of every
 * other transaction then finds out which problem that is. Where it publishes nothing, it enters nothing in a workspace that
 * is subscribed.
 * @param act the audit entry that the same statement writes
 */
export function insertPlainTransaction(
  workspaceId: string,
  id: string,
  fields: TransactionFields,
  now: Date,
  publishes: 'to subscribers' | 'nothing',
  act?: AuditContext,
): Statement {
  const unheard = publishes === 'nothing' ? `and not ${SUBSCRIBED}` : '';
  const values: unknown[] = [
    workspaceId,
    id,
    fields.accountId,
    fields.type,
    fields.date,
    fields.amount,
    signedAmount(fields.type, fields.amount, fields.accountId),
    fields.description,
    fields.notes,
    fields.categoryId,
    fields.externalId,
    fields.currency,
    now,
  ];
  const noted = act === undefined ? '' : `,${auditEntryPart(act, id, values, 'written')}`;
  return {
    name: `ledger.insert-plain-transaction.${publishes.replace(' ', '-')}${act === undefined ? '' : '.noted'}`,
    text: `
      with held as (
        select a.id, a.currency, a.fx_mode, workspace_base_currency($1) as base from ledger_accounts a
        where a.workspace_id = $1 and a.id = $3 and a.status = 'active' and ($12::text is null or a.currency = $12)
          and ($10::uuid is null
            or exists (select from ledger_categories c where c.workspace_id = $1 and c.id = $10)) ${unheard}
        for no key update of a
      ), valued as (
        select id, currency, usable_rate($6, case when fx_mode = 'auto' and currency = base then 100000000
          else ledger_base_rate($1, id, currency, base, $5) end) as rate from held
      ), written as (
        insert into ledger_transactions (workspace_id, id, account_id, type, date, amount, currency, signed_amount,
          description, notes, category_id, external_id, base_rate, base_amount, created_at, updated_at)
        select $1, $2, valued.id, $4, $5, $6, valued.currency, $7, $8, $9, $10, $11, valued.rate,
          convert_money($6, valued.rate), $13, $13 from valued
        returning *
      )${noted} ${WRITTEN}`,
    values,
  };
}

/**
 * Overwrites a live transaction and holds the accounts that it moves by the difference, in one statement.
 * @param refiled whether a person says the category with it: a rule's or an import's choice ends there
 */
export function updateTransaction(
  workspaceId: string,
  id: string,
  transaction: ResolvedTransaction,
  movements: readonly Movement[],
  now: Date,
  refiled: boolean,
): Statement {
  const assignments = NAMES.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'workspace_id' && name !== 'id')
    .map((name) => `${name} = entered.${name}`);
  return {
    name: 'ledger.update-transaction',
    text: `
      with ${holdAccounts('$21', '$22')}, written as (
        update ledger_transactions t
        set ${assignments.join(', ')}, base_amount = convert_money(entered.amount, entered.base_rate),
          category_source = case when not $23::boolean and entered.category_id is not null then t.category_source end
        from (select ${COLUMNS}) entered
        where t.workspace_id = $1 and t.id = $2 and t.deleted_at is null
        returning t.*
      ) ${WRITTEN}`,
    values: [...columnValues(workspaceId, id, transaction, now), ...movementValues(movements), refiled],
  };
}

/**
 * Gives a transaction these parts instead of those that it had. Each part's base amount is converted by itself; the last
 * one takes what is left of the whole, so that the parts add up.
 */
export function replaceSplits(workspaceId: string, id: string, splits: readonly Split[]): Statement {
  return {
    name: 'ledger.replace-splits',
    text: `
      with gone as (
        delete from ledger_splits where workspace_id = $1 and transaction_id = $2 and ordinal >= $3
      ), part as (
        select (ordinality - 1)::smallint as ordinal, p.type, p.amount, p.category_id, p.contact_id, p.notes
        from unnest($4::text[], $5::bigint[], $6::uuid[], $7::uuid[], $8::text[])
          with ordinality as p (type, amount, category_id, contact_id, notes, ordinality)
      )
      insert into ledger_splits
        (workspace_id, transaction_id, ordinal, type, amount, category_id, contact_id, notes, base_amount)
      select $1, $2, part.ordinal, part.type, part.amount, part.category_id, part.contact_id, part.notes,
        ${splitBaseAmount('part', 't', 'part.ordinal = $3 - 1', '')}
      from part cross join ledger_transactions t where t.workspace_id = $1 and t.id = $2
      on conflict (workspace_id, transaction_id, ordinal) do update set
        type = excluded.type, amount = excluded.amount, category_id = excluded.category_id,
        contact_id = excluded.contact_id, notes = excluded.notes, base_amount = excluded.base_amount`,
    values: [
      workspaceId,
      id,
      splits.length,
      splits.map(({ type }) => type),
      splits.map(({ amount }) => amount),
      splits.map(({ categoryId }) => categoryId),
      splits.map(({ contactId }) => contactId),
      splits.map(({ notes }) => notes),
    ],
  };
}

/** The base amount of a part: its own conversion, or for the last part what the others left of the whole. */
export function splitBaseAmount(part: string, whole: string, isLast: string, window: string): string {
  const converted = `convert_money(${part}.amount, ${whole}.base_rate)`;
  return `case when ${isLast}
    then ${whole}.base_amount - (sum(${converted}) over (${window}) - ${converted})
    else ${converted} end`;
}

function columnValues(workspaceId: string, id: string, transaction: ResolvedTransaction, now: Date): unknown[] {
  const { fields, receiving } = transaction;
  return [
    workspaceId,
    id,
    fields.accountId,
    fields.type,
    fields.date,
    fields.amount,
    transaction.currency,
    transaction.fixed,
    transaction.baseCurrency,
    signedAmount(fields.type, fields.amount, fields.accountId),
    fields.description,
    fields.notes,
    fields.categoryId,
    fields.contactId,
    receiving?.accountId ?? null,
    receiving?.amount ?? null,
    receiving?.currency ?? null,
    fields.externalId,
    fields.splits.length,
    now,
  ];
}

function movementValues(movements: readonly Movement[]): unknown[] {
  return [movements.map(({ accountId }) => accountId), movements.map(({ currency }) => currency)];
}
