import type { Statement } from '@app/kernel';
import { EVENT_RETENTION_DAYS } from '@app/kernel';
import type { BalanceChangeKind } from '../balances/balance-changes.query.js';
import { balanceOn } from '../balances/balance-on.query.js';

export interface KnownAssertion extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly id: string;
  readonly accountId: string;
  readonly date: string;
  readonly currency: string;
  /** Amounts as users see them, in minor units. */
  readonly balance: string;
  readonly actual: string;
  readonly importId: string | null;
  readonly note: string | null;
  readonly since: string;
  readonly actualThen: string;
  readonly brokenSince: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface KnownChange extends Record<string, unknown> {
  readonly transactionId: string | null;
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string | null; readonly name: string | null };
  readonly kind: BalanceChangeKind;
  readonly amount: string;
}

/** SQL for the effect of the change `c` on the balance of an assertion `s`. */
const AMOUNT = `(case when c.day <= s.date then c.amount else 0 end - case when c.day_before <= s.date then c.amount_before else 0 end)`;

const CHANGES = `ledger_balance_changes c
  where c.workspace_id = s.workspace_id and c.account_id = s.account_id and c.number > s.last_change and ${AMOUNT} <> 0`;

/** Maximum number of changes per assertion to compare with its balance, newest first. An import may make 100,000. */
const MAX_CHANGES = 1_000;

/** SQL for the newest changes that have not been announced. */
const NEW_CHANGES = `(
  select c.number, c.at, c.xmin as change, ${AMOUNT} as effect from ${CHANGES} and c.number > s.announced_change
  order by c.number desc limit ${MAX_CHANGES})`;

/** Largest bigint, which is greater than the number of any change. */
const MAX_NUMBER = '9223372036854775807';

/**
 * Returns SQL for assertions with the actual balances of their accounts. An assertion broke with the first change after
 * it last held. If it has not held since its last edit, that edit broke it. `broken_since` contains the result for
 * announced changes.
 * @param which condition on the assertion `s` and its balance `actual.amount`
 */
export const assertionsWhere = (which: string): string => `
  select s.workspace_id as "workspaceId", s.id, s.account_id as "accountId", s.date::text as date, a.currency, s.balance,
    actual.amount as actual, s.import_id as "importId", s.note, instant_text(s.since) as since,
    s.actual_then as "actualThen",
    case when actual.amount <> s.balance then instant_text(coalesce((
      select c.at from (
        select c.at, c.number, actual.amount - sum(c.effect) over (order by c.number desc) as before
        from ${NEW_CHANGES} c) c
      where c.before = s.balance order by c.number desc limit 1), s.broken_since, (
      select c.at from ${NEW_CHANGES} c order by c.number limit 1), s.since)) end as "brokenSince",
    instant_text(s.created_at) as "createdAt", instant_text(s.updated_at) as "updatedAt"
  from ledger_assertions s join ledger_accounts a on a.workspace_id = s.workspace_id and a.id = s.account_id
  cross join lateral (select ${balanceOn('a', 's.date')} as amount) actual
  where ${which}`;

export function selectAssertion(workspaceId: string, id: string): Statement {
  const text = assertionsWhere('s.workspace_id = $1 and s.id = $2');
  return { name: 'ledger.assertion', text, values: [workspaceId, id] };
}

/** SQL for the assertions of the workspace `$1` that may have crossed. */
const DUE = `
  from ledger_assertions s join ledger_accounts a on a.workspace_id = s.workspace_id and a.id = s.account_id
  cross join lateral (select ${balanceOn('a', 's.date')} as amount) actual
  where s.workspace_id = $1 and ((actual.amount <> s.balance) <> (s.broken_since is not null)
    or exists (select from ${CHANGES} and c.number > s.announced_change))`;

/** Locks the assertions that may have crossed, and returns their IDs. */
export function lockDue(workspaceId: string): Statement {
  return {
    name: 'ledger.assertions-due',
    text: `select s.id ${DUE} order by s.id for no key update of s`,
    values: [workspaceId],
  };
}

/**
 * Returns the statement that selects the crossings since the last call, oldest first, and marks them as announced. An
 * assertion crosses when its status changes between `holds` and `broken`. Only the state at the end of a database
 * transaction counts, not each change in it, and only the newest changes. An edit of the assertion itself can also make
 * it cross.
 * @param ids assertions that the transaction has locked, so that the statement reads their latest version
 */
export function takeCrossings(workspaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'ledger.assertion-crossings',
    text: `
      with due as materialized (
        select s.*, actual.amount as actual ${DUE} and s.id = any($2::uuid[])
      ), state as (
        select s.id, c.number, c.change, s.balance <> s.actual - coalesce(sum(c.effect) over later, 0) as "isBroken"
        from due s cross join lateral ${NEW_CHANGES} c
        window later as (partition by s.id order by c.number desc rows between unbounded preceding and 1 preceding)
        union all
        select id, ${MAX_NUMBER}, '0', balance <> actual from due
      ), final as (
        select *, lead(change) over (partition by id order by number) is distinct from change as "isFinal" from state
      ), crossing as (
        select final.id, number, "isBroken", coalesce(
          lag("isBroken") over (partition by final.id order by number), due.broken_since is not null) as "wasBroken"
        from final join due on due.id = final.id where "isFinal"
      ), announced as (
        update ledger_assertions s set broken_since = now."brokenSince"::timestamptz,
          announced_change = coalesce((select max(c.number) from ${CHANGES}), s.announced_change)
        from (${assertionsWhere('s.workspace_id = $1 and s.id in (select id from due)')}) now
        where s.workspace_id = $1 and s.id = now.id
      )
      select id, "isBroken" from crossing where "isBroken" <> "wasBroken" order by number, id`,
    values: [workspaceId, ids],
  };
}

/** Returns the statement that reads the changes to the balance of an assertion, newest first. */
export function changesOf(workspaceId: string, id: string, now: Date, limit: number): Statement {
  return {
    name: 'ledger.assertion-changes',
    text: `
      select c.transaction_id as "transactionId", instant_text(c.at) as at, c.kind, c.effect as amount,
        json_build_object('kind', c.actor_kind, 'id', c.actor_id,
          'name', coalesce(identity_actor_name(c.workspace_id, c.actor_kind, c.actor_id), c.actor_name)) as actor
      from ledger_assertions s cross join lateral (
        select c.*, ${AMOUNT} as effect from ${CHANGES} and c.at > $3::timestamptz - interval '${EVENT_RETENTION_DAYS} days'
        order by c.number desc limit $4) c
      where s.workspace_id = $1 and s.id = $2 order by c.number desc`,
    values: [workspaceId, id, now, limit],
  };
}

/** Returns the statement that reads the balance of an account on a day and the number of its latest change. */
export function baselineOf(workspaceId: string, accountId: string, day: string): Statement {
  return {
    text: `
      select ${balanceOn('a', '$3::date')} as actual, coalesce((
        select max(c.number) from ledger_balance_changes c where c.workspace_id = $1 and c.account_id = $2), 0) as last
      from ledger_accounts a where a.workspace_id = $1 and a.id = $2`,
    values: [workspaceId, accountId, day],
  };
}
