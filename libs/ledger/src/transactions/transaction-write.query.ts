import type { AuditContext, Statement } from '@app/kernel';
import { auditEntryPart } from '@app/kernel';
import { heldTags } from '../tags/tags.query.js';
import type { Movement, Receiving, Split, TransactionFields } from './transaction.js';
import { signedAmount } from './transaction-type.js';
import type { TransactionRow } from './transaction-text.js';
import { joinCategory, holdAccounts, packedRow } from './transaction.query.js';

/** A transaction whose references are resolved: everything that its row needs. */
export interface ResolvedTransaction {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly receiving: Receiving | null;
  readonly tagIds: readonly string[];
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
const BASE_RATE = `usable_rate(e.amount, case when not e.fixed and e.currency = $3 then 100000000
    else ledger_base_rate($1, e.account_id, e.currency, $3, e.date) end)`;

/** The columns that a write sets, for each transaction in $2. */
const ENTERED = `
  select $1::uuid as workspace_id, e.*, $4::timestamptz as updated_at, ${BASE_RATE} as base_rate,
    divide_half_even(e.to_amount::numeric * 100000000, e.amount::numeric) * 0.00000001 as to_rate
  from json_to_recordset($2::json) as e (id uuid, account_id uuid, type text, date date, amount bigint, currency text,
    signed_amount bigint, description text, notes text, category_id uuid, contact_id uuid, to_account_id uuid,
    to_amount bigint, to_currency text, external_id text, split_count smallint, tag_ids uuid[], fixed boolean, refiled boolean)`;

const NAMES = `workspace_id, id, account_id, type, date, amount, currency, signed_amount, description, notes, category_id,
  contact_id, to_account_id, to_amount, to_currency, to_rate, external_id, split_count, updated_at, base_rate, tag_ids`;

/** A transaction that is written under an id. */
export interface TransactionToWrite {
  readonly id: string;
  readonly transaction: ResolvedTransaction;
  /** Of an edit, whether a person says the category with it: a rule's or an import's choice ends there. */
  readonly refiled?: boolean;
}

/** Enters transactions, one at least, and holds their accounts, in one statement. */
export function insertTransactions(
  workspaceId: string,
  all: readonly TransactionToWrite[],
  movements: readonly Movement[],
  now: Date,
): Statement {
  return {
    name: 'ledger.insert-transactions',
    text: `
      with ${holdAccounts('$5', '$6')}, written as (
        insert into ledger_transactions (${NAMES}, base_amount, created_at)
        select ${NAMES}, convert_money(amount, base_rate), updated_at from (${ENTERED}) entered
        returning *
      ) ${WRITTEN}`,
    values: writtenValues(workspaceId, all, movements, now),
  };
}

/** Condition for the event of a new transaction: `$2` is its ID. */
export const IS_WRITTEN = 'exists (select from ledger_transactions where workspace_id = $1 and id = $2::uuid)';

/**
 * Enters an everyday transaction, an expense, income or adjustment of one active account, without a query before it: the
 * statement that writes it looks up what it refers to. No row comes back where something is missing; the path of every
 * other transaction then finds out which problem that is, and makes the tags
 * that there are not yet.
 * @param told the act whose audit entry the statement writes too, if no listener is called. It creates nothing then in a
 *   workspace that is subscribed.
 */
export function insertPlainTransaction(
  workspaceId: string,
  id: string,
  fields: TransactionFields,
  now: Date,
  told?: { readonly act: AuditContext | undefined },
): Statement {
  const unheard = told ? `and not ${SUBSCRIBED}` : '';
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
  const isTagged = fields.tags.length > 0;
  const names = `$${isTagged ? values.push(fields.tags) : 0}`;
  const held = isTagged ? `tag as materialized (${heldTags(names)}), ` : '';
  const areFound = isTagged ? `and (select count(*) from tag) = cardinality(${names}::text[])` : '';
  const tagIds = isTagged ? '(select array_agg(id order by n) from tag)' : 'null::uuid[]';
  const noted = told?.act ? `,${auditEntryPart(told.act, id, values, 'written')}` : '';
  return {
    name: `ledger.insert-plain-transaction${isTagged ? '.tagged' : ''}${told ? '.unheard' : ''}${told?.act ? '.noted' : ''}`,
    text: `
      with ${held}held as (
        select a.id, a.currency, a.fx_mode, workspace_base_currency($1) as base from ledger_accounts a
        where a.workspace_id = $1 and a.id = $3 and a.status = 'active' and ($12::text is null or a.currency = $12)
          and ($10::uuid is null
            or exists (select from ledger_categories c where c.workspace_id = $1 and c.id = $10)) ${areFound} ${unheard}
        for no key update of a
      ), valued as (
        select id, currency, usable_rate($6, case when fx_mode = 'auto' and currency = base then 100000000
          else ledger_base_rate($1, id, currency, base, $5) end) as rate from held
      ), written as (
        insert into ledger_transactions (workspace_id, id, account_id, type, date, amount, currency, signed_amount,
          description, notes, category_id, external_id, tag_ids, base_rate, base_amount, created_at, updated_at)
        select $1, $2, valued.id, $4, $5, $6, valued.currency, $7, $8, $9, $10, $11, ${tagIds}, valued.rate,
          convert_money($6, valued.rate), $13, $13 from valued
        returning *
      )${noted} ${WRITTEN}`,
    values,
  };
}

/** Overwrites live transactions, one at least, and holds the accounts that they move by the difference, in one statement. */
export function updateTransactions(
  workspaceId: string,
  all: readonly TransactionToWrite[],
  movements: readonly Movement[],
  now: Date,
): Statement {
  const assignments = NAMES.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'workspace_id' && name !== 'id')
    .map((name) => `${name} = entered.${name}`);
  return {
    name: 'ledger.update-transactions',
    text: `
      with ${holdAccounts('$5', '$6')}, written as (
        update ledger_transactions t
        set ${assignments.join(', ')}, base_amount = convert_money(entered.amount, entered.base_rate),
          category_source = case when not entered.refiled and entered.category_id is not null then t.category_source end
        from (${ENTERED}) entered
        where t.workspace_id = $1 and t.id = entered.id and t.deleted_at is null
        returning t.*
      ) ${WRITTEN}`,
    values: writtenValues(workspaceId, all, movements, now),
  };
}

/** The parts of a transaction. */
export interface PartsOf {
  readonly id: string;
  readonly splits: readonly Split[];
}

/**
 * Gives transactions these parts instead of those that they had. Each part's base amount is converted by itself; the last
 * one takes what is left of the whole, so that the parts add up.
 */
export function replaceSplits(workspaceId: string, all: readonly PartsOf[]): Statement {
  const parts = all.flatMap(({ id, splits }) => splits.map((split, ordinal) => ({ id, ordinal, ...split })));
  return {
    name: 'ledger.replace-splits',
    text: `
      with whole as (
        select * from unnest($2::uuid[], $3::int[]) as one (id, parts)
      ), gone as (
        delete from ledger_splits s using whole
        where s.workspace_id = $1 and s.transaction_id = whole.id and s.ordinal >= whole.parts
      ), part as (
        select p.* from unnest($4::uuid[], $5::smallint[], $6::text[], $7::bigint[], $8::uuid[], $9::uuid[], $10::text[])
          as p (transaction_id, ordinal, type, amount, category_id, contact_id, notes)
      )
      insert into ledger_splits
        (workspace_id, transaction_id, ordinal, type, amount, category_id, contact_id, notes, base_amount)
      select $1, part.transaction_id, part.ordinal, part.type, part.amount, part.category_id, part.contact_id, part.notes,
        ${splitBaseAmount('part', 't', 'part.ordinal = whole.parts - 1', 'partition by part.transaction_id')}
      from part join whole on whole.id = part.transaction_id
      join ledger_transactions t on t.workspace_id = $1 and t.id = part.transaction_id
      on conflict (workspace_id, transaction_id, ordinal) do update set
        type = excluded.type, amount = excluded.amount, category_id = excluded.category_id,
        contact_id = excluded.contact_id, notes = excluded.notes, base_amount = excluded.base_amount`,
    values: [
      workspaceId,
      all.map(({ id }) => id),
      all.map(({ splits }) => splits.length),
      parts.map(({ id }) => id),
      parts.map(({ ordinal }) => ordinal),
      parts.map(({ type }) => type),
      parts.map(({ amount }) => amount),
      parts.map(({ categoryId }) => categoryId),
      parts.map(({ contactId }) => contactId),
      parts.map(({ notes }) => notes),
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

function writtenValues(
  workspaceId: string,
  all: readonly TransactionToWrite[],
  movements: readonly Movement[],
  now: Date,
): unknown[] {
  const held = [...new Map(movements.map((movement) => [movement.accountId, movement])).values()];
  return [
    workspaceId,
    JSON.stringify(all.map(rowOf)),
    all[0]!.transaction.baseCurrency,
    now,
    held.map(({ accountId }) => accountId),
    held.map(({ currency }) => currency),
  ];
}

function rowOf({ id, transaction, refiled = false }: TransactionToWrite) {
  const { fields, receiving, currency, fixed, tagIds } = transaction;
  return {
    id,
    account_id: fields.accountId,
    type: fields.type,
    date: fields.date,
    amount: String(fields.amount),
    currency,
    signed_amount: String(signedAmount(fields.type, fields.amount, fields.accountId)),
    description: fields.description,
    notes: fields.notes,
    category_id: fields.categoryId,
    contact_id: fields.contactId,
    to_account_id: receiving?.accountId ?? null,
    to_amount: receiving === null ? null : String(receiving.amount),
    to_currency: receiving?.currency ?? null,
    external_id: fields.externalId,
    split_count: fields.splits.length,
    tag_ids: tagIds.length === 0 ? null : tagIds,
    fixed,
    refiled,
  };
}
