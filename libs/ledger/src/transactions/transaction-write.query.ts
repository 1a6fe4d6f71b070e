import type { Statement } from '@app/kernel';
import { foldText } from '@app/kernel/pure';
import { distinctTags } from '../tags/tag-name.js';
import { heldTags } from '../tags/tags.query.js';
import type { Share } from './shares.js';
import { membersOf } from './shares.js';
import type { Movement, Receiving, Split, TransactionFields } from './transaction.js';
import { signedAmount } from './transaction-type.js';
import type { TransactionRow } from './transaction-text.js';
import { joinCategory, holdAccounts, packedRow } from './transaction.query.js';

export interface ResolvedTransaction {
  readonly fields: TransactionFields;
  readonly currency: string;
  readonly receiving: Receiving | null;
  readonly tagIds: readonly string[];
  readonly baseCurrency: string;
  readonly fixed: boolean;
}

export interface WrittenRow extends TransactionRow {
  readonly subscribed: boolean;
}

export interface UpdatedRow extends WrittenRow {
  readonly held: number;
}

export interface TransactionToWrite {
  readonly id: string;
  readonly transaction: ResolvedTransaction;
  /** True if a user chose the category. It then overrides the category from a rule or an import. */
  readonly refiled?: boolean;
}

const SUBSCRIBED = `exists (select from ledger_subscriptions f where f.workspace_id = $1)`;

const WRITTEN = `
  select ${packedRow('t')}, ${SUBSCRIBED} as subscribed`;

/**
 * Returns SQL for the rate into the base currency: 1 if the currency is the base currency, unless the account has a
 * fixed rate. Null if the base amount would have too many digits for a balance.
 */
function baseRate(row: string, isFixed: string, currency: string, base: string): string {
  return `usable_rate(${row}.amount, case when not ${isFixed} and ${currency} = ${base} then 100000000
    else ledger_base_rate($1, ${row}.account_id, ${currency}, ${base}, ${row}.date) end)`;
}

const TO_RATE = (toAmount: string) =>
  `divide_half_even(${toAmount}::numeric * 100000000, e.amount::numeric) * 0.00000001`;

/** Columns of `$2` that contain values from requests and rules. */
const GIVEN = `id uuid, account_id uuid, type text, date date, amount bigint, currency text, signed_amount bigint,
  description text, notes text, category_id uuid, contact_id uuid, to_account_id uuid, to_amount bigint, external_id text,
  split_count smallint, goal_id uuid, paid_by uuid, share_member_ids uuid[], share_amounts bigint[], share_weights smallint[]`;

const NAMES = `workspace_id, id, account_id, type, date, amount, currency, signed_amount, description, notes, category_id,
  contact_id, to_account_id, to_amount, to_currency, to_rate, external_id, split_count, goal_id, paid_by, share_member_ids, share_amounts, share_weights, updated_at, base_rate, tag_ids`;

export interface NewTransaction {
  readonly id: string;
  readonly fields: TransactionFields;
}

/**
 * Returns the statement that creates transactions and locks their accounts in one round trip. The statement itself
 * looks up accounts, categories and tags. It creates nothing if one of them is missing, an account is inactive, a
 * currency does not match, or a transfer between currencies has no received amount.
 */
export function insertTransactions(workspaceId: string, all: readonly NewTransaction[], now: Date): Statement {
  const tagNames = distinctTags(all.flatMap(({ fields }) => fields.tags));
  const tagPlaces = new Map(tagNames.map((name, at) => [foldText(name), at + 1]));
  const rows = all.map(({ id, fields }) => ({
    ...givenColumns(id, fields),
    currency: fields.currency,
    to_account_id: fields.toAccountId,
    to_amount: fields.toAmount === null ? null : String(fields.toAmount),
    category_ids: [fields, ...fields.splits]
      .map(({ categoryId }) => categoryId)
      .filter((categoryId) => categoryId !== null),
    member_ids: membersOf(fields),
    tag_places: fields.tags.map((name) => tagPlaces.get(foldText(name))!),
  }));
  const accountIds = all.flatMap(({ fields }) => [fields.accountId, fields.toAccountId]).filter((id) => id !== null);
  return {
    name: 'ledger.insert-transactions',
    text: `
      with tag as materialized (${heldTags('$4')}
      ), held as materialized (
        select a.id, a.currency, a.fx_mode from ledger_accounts a
        where a.workspace_id = $1 and a.id = any($5::uuid[]) and a.status = 'active'
          and (select count(*) from tag) = cardinality($4::text[])
        order by a.id for no key update of a
      ), entered as materialized (
        select * from json_to_recordset($2::json) as e (${GIVEN}, category_ids uuid[], tag_places int[], member_ids uuid[])
      ), resolved as materialized (
        select e.*, coalesce(own.currency, e.currency) as own_currency, coalesce(own.fx_mode = 'fixed', false) as is_fixed,
          receiver.currency as to_currency, case when receiver.currency = own.currency then e.amount else e.to_amount end as received
        from entered e
        left join held own on own.id = e.account_id
        left join held receiver on receiver.id = e.to_account_id
        where (e.account_id is null or own.id is not null) and (e.to_account_id is null or receiver.id is not null)
          and coalesce(e.currency = own.currency, true)
          and (receiver.id is null or case when receiver.currency = own.currency then coalesce(e.to_amount = e.amount, true)
            else e.to_amount is not null end)
          and (select count(*) from tag) = cardinality($4::text[])
          and (cardinality(e.category_ids) = 0 or not exists (
            select from unnest(e.category_ids) as named (id)
            where not exists (select from ledger_categories c where c.workspace_id = $1 and c.id = named.id)))
          and (cardinality(e.member_ids) = 0 or e.member_ids <@ array(select m.id from identity_current_members($1) m))
      ), rated as (
        select e.*, ${baseRate('e', 'e.is_fixed', 'e.own_currency', 'base.currency')} as base_rate
        from resolved e cross join (select workspace_base_currency($1) as currency) base
        where (select count(*) from resolved) = (select count(*) from entered)
      ), written as (
        insert into ledger_transactions (${NAMES}, base_amount, created_at)
        select $1, e.id, e.account_id, e.type, e.date, e.amount, e.own_currency, e.signed_amount, e.description, e.notes,
          e.category_id, e.contact_id, e.to_account_id, e.received, e.to_currency,
          ${TO_RATE('e.received')}, e.external_id, e.split_count, e.goal_id, e.paid_by,
          e.share_member_ids, e.share_amounts, e.share_weights, $3::timestamptz, e.base_rate,
          case when cardinality(e.tag_places) > 0 then (
            select array_agg(tag.id order by own.n) from unnest(e.tag_places) with ordinality as own (place, n)
            join tag on tag.n = own.place) end,
          convert_money(e.amount, e.base_rate), $3::timestamptz
        from rated e
        returning *
      ) ${WRITTEN} from written t ${joinCategory('t')}`,
    values: [workspaceId, JSON.stringify(rows), now, tagNames, [...new Set(accountIds)]],
  };
}

const EDITED = `
  select $1::uuid as workspace_id, e.*, $4::timestamptz as updated_at, ${baseRate('e', 'e.fixed', 'e.currency', '$3')} as base_rate,
    ${TO_RATE('e.to_amount')} as to_rate
  from json_to_recordset($2::json) as e (${GIVEN}, to_currency text, tag_ids uuid[], fixed boolean, refiled boolean)`;

export function updateTransactions(
  workspaceId: string,
  all: readonly TransactionToWrite[],
  movements: readonly Movement[],
  now: Date,
): Statement {
  const assignments = NAMES.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'workspace_id' && name !== 'id')
    .map((name) => `${name} = edited.${name}`);
  return {
    name: 'ledger.update-transactions',
    text: `
      with ${holdAccounts('$5', '$6')}, written as (
        update ledger_transactions t
        set ${assignments.join(', ')}, base_amount = convert_money(edited.amount, edited.base_rate),
          category_source = case when not edited.refiled and edited.category_id is not null then t.category_source end
        from (${EDITED}) edited
        where t.workspace_id = $1 and t.id = edited.id and t.deleted_at is null
        returning t.*
      ) ${WRITTEN}, (select count(*)::int from held) as held from written t ${joinCategory('t')}`,
    values: editedValues(workspaceId, all, movements, now),
  };
}

export interface PartsOf {
  readonly id: string;
  readonly splits: readonly Split[];
}

/**
 * Returns the statement that replaces the splits of transactions. The base amount of each split is converted
 * separately. The last split gets the remainder, so that the base amounts add up.
 */
export function replaceSplits(workspaceId: string, all: readonly PartsOf[]): Statement {
  const parts = all.flatMap(({ id, splits }) => splits.map((split, ordinal) => ({ id, ordinal, ...split })));
  return {
    name: 'ledger.replace-splits',
    text: `
      with edited as (
        select * from unnest($2::uuid[], $3::int[]) as edited (id, parts)
      ), deleted as (
        delete from ledger_splits s using edited
        where s.workspace_id = $1 and s.transaction_id = edited.id and s.ordinal >= edited.parts
      ), part as (
        select p.* from unnest($4::uuid[], $5::smallint[], $6::text[], $7::bigint[], $8::uuid[], $9::uuid[], $10::text[])
          as p (transaction_id, ordinal, type, amount, category_id, contact_id, notes)
      )
      insert into ledger_splits
        (workspace_id, transaction_id, ordinal, type, amount, category_id, contact_id, notes, base_amount)
      select $1, part.transaction_id, part.ordinal, part.type, part.amount, part.category_id, part.contact_id, part.notes,
        ${splitBaseAmount('part', 't', 'part.ordinal = edited.parts - 1', 'partition by part.transaction_id')}
      from part join edited on edited.id = part.transaction_id
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

export function splitBaseAmount(part: string, whole: string, isLast: string, window: string): string {
  const converted = `convert_money(${part}.amount, ${whole}.base_rate)`;
  return `case when ${isLast}
    then ${whole}.base_amount - (sum(${converted}) over (${window}) - ${converted})
    else ${converted} end`;
}

function editedValues(
  workspaceId: string,
  all: readonly TransactionToWrite[],
  movements: readonly Movement[],
  now: Date,
): unknown[] {
  const moved = [...new Map(movements.map((movement) => [movement.accountId, movement])).values()];
  return [
    workspaceId,
    JSON.stringify(all.map(editedRow)),
    all[0]!.transaction.baseCurrency,
    now,
    moved.map(({ accountId }) => accountId),
    moved.map(({ currency }) => currency),
  ];
}

function editedRow({ id, transaction, refiled = false }: TransactionToWrite) {
  const { fields, receiving, currency, fixed, tagIds } = transaction;
  return {
    ...givenColumns(id, fields),
    currency,
    to_account_id: receiving?.accountId ?? null,
    to_amount: receiving === null ? null : String(receiving.amount),
    to_currency: receiving?.currency ?? null,
    tag_ids: tagIds.length === 0 ? null : tagIds,
    fixed,
    refiled,
  };
}

function givenColumns(id: string, fields: TransactionFields) {
  return {
    id,
    account_id: fields.accountId,
    type: fields.type,
    date: fields.date,
    amount: String(fields.amount),
    signed_amount: String(signedAmount(fields.type, fields.amount, fields.accountId)),
    description: fields.description,
    notes: fields.notes,
    category_id: fields.categoryId,
    contact_id: fields.contactId,
    external_id: fields.externalId,
    goal_id: fields.goalId,
    paid_by: fields.paidBy,
    ...shareColumns(fields.shares),
    split_count: fields.splits.length,
  };
}

function shareColumns(shares: readonly Share[]) {
  if (shares.length === 0) return { share_member_ids: null, share_amounts: null, share_weights: null };
  return {
    share_member_ids: shares.map(({ memberId }) => memberId),
    share_amounts: shares.map(({ amount }) => String(amount)),
    share_weights: shares[0]!.weight === null ? null : shares.map(({ weight }) => weight),
  };
}
