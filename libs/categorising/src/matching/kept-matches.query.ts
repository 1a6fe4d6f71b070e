import type { Position, Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import type { FigureCheck } from '@app/ledger';
import type { Conditions } from './condition.js';
import type { FoundTexts } from './found-texts.js';
import { matchJson } from './match-page.query.js';
import type { Rows } from './predicate.query.js';
import { meets } from './predicate.query.js';

const CONDITIONS_OF = (rule: string) => `jsonb_build_object('match', ${rule}.match, 'conditions', ${rule}.conditions)`;

/**
 * A page of a rule's kept matches with their total, and whether they are true still: made for the conditions that the
 * rule has now, and nothing changed since. No row where there is no rule.
 */
export function keptPage(workspaceId: string, ruleId: string, limit: number, after: Position | undefined): Statement {
  const beyond = after ? 'and (m.date, m.transaction_id) < ($4::date, $5::uuid)' : '';
  return {
    name: after ? 'categorising.kept-matches-after' : 'categorising.kept-matches',
    text: `
      select s.total,
        s.rule_id is not null and coalesce(ledger_latest_change($1) < s.kept_until, true) as current,
        (select coalesce(json_agg(shown), '[]') from (
          select ${matchJson('t')} as body, t.date::text as date, t.id from (
            select m.transaction_id, m.date from categorising_matches m
            where m.workspace_id = $1 and m.rule_id = $2 ${beyond}
            order by m.date desc, m.transaction_id desc limit $3) newest
          cross join lateral (select * from ledger_live_transactions($1) l where l.id = newest.transaction_id) t
          order by newest.date desc, newest.transaction_id desc) shown) as rows
      from categorising_rules r left join categorising_match_sets s
        on s.workspace_id = r.workspace_id and s.rule_id = r.id and s.conditions = ${CONDITIONS_OF('r')}
      where r.workspace_id = $1 and r.id = $2`,
    values: [workspaceId, ruleId, limit, ...(after ?? [])],
  };
}

/** Takes hold of a rule's kept matches, so that one at a time brings them up to date. */
export function holdSet(workspaceId: string, ruleId: string): Statement {
  return {
    text: `
      select s.kept_until::text as "keptUntil", s.conditions = ${CONDITIONS_OF('r')} as "sameConditions"
      from categorising_match_sets s join categorising_rules r on r.workspace_id = s.workspace_id and r.id = s.rule_id
      where s.workspace_id = $1 and s.rule_id = $2 for update of s`,
    values: [workspaceId, ruleId],
  };
}

/** Makes sure that there is something to take hold of. */
export function openSet(workspaceId: string, ruleId: string): Statement {
  return {
    text: `
      insert into categorising_match_sets (workspace_id, rule_id, conditions, total, kept_until)
      values ($1, $2, '{}', 0, '-infinity') on conflict do nothing`,
    values: [workspaceId, ruleId],
  };
}

export function clearMatches(workspaceId: string, ruleId: string): Statement {
  return {
    text: `delete from categorising_matches where workspace_id = $1 and rule_id = $2`,
    values: [workspaceId, ruleId],
  };
}

/** Keeps those of the rows that meet the conditions; answers how many. */
export function keepMatches(
  workspaceId: string,
  ruleId: string,
  conditions: Conditions,
  rows: Rows,
  found: FoundTexts,
): Statement {
  const values = new Values();
  return {
    text: `
      with came as (
        insert into categorising_matches (workspace_id, rule_id, date, transaction_id)
        select ${values.bind(workspaceId)}::uuid, ${values.bind(ruleId)}::uuid, e.date, e.id
        from (${rows(values)}) e where ${meets('e', conditions, values, found)}
        returning 1)
      select count(*)::int as count from came`,
    values: values.list,
  };
}

/** Says for which conditions, and up to when, the kept matches are true; changes are stamped in whole milliseconds. */
export function closeSet(workspaceId: string, ruleId: string, total: number, keptUntil: string): Statement {
  return {
    text: `
      update categorising_match_sets s set conditions = ${CONDITIONS_OF('r')}, total = $3,
        kept_until = date_trunc('milliseconds', $4::timestamptz)
      from categorising_rules r
      where s.workspace_id = $1 and s.rule_id = $2 and r.workspace_id = $1 and r.id = $2`,
    values: [workspaceId, ruleId, total, keptUntil],
  };
}

/** Looks again at the transactions that changed since an instant, and keeps or drops each. */
export function followChanges(
  workspaceId: string,
  ruleId: string,
  conditions: Conditions,
  changedRows: Rows,
  found: FoundTexts,
  since: string,
  keptUntil: string,
): Statement {
  const values = new Values();
  const [workspace, rule] = [`${values.bind(workspaceId)}::uuid`, `${values.bind(ruleId)}::uuid`];
  return {
    text: `
      with changed as materialized (
        select id from ledger_changed_transactions(${workspace}, ${values.bind(since)}::timestamptz)
      ), matching as materialized (
        select e.id, e.date from (${changedRows(values)}) e where ${meets('e', conditions, values, found)}
      ), gone as (
        delete from categorising_matches m using changed
        where m.workspace_id = ${workspace} and m.rule_id = ${rule} and m.transaction_id = changed.id
          and not exists (select from matching where matching.id = m.transaction_id and matching.date = m.date)
        returning 1
      ), came as (
        insert into categorising_matches (workspace_id, rule_id, date, transaction_id)
        select ${workspace}, ${rule}, date, id from matching on conflict do nothing
        returning 1)
      update categorising_match_sets s
      set total = s.total - (select count(*) from gone) + (select count(*) from came),
        kept_until = date_trunc('milliseconds', ${values.bind(keptUntil)}::timestamptz)
      where s.workspace_id = ${workspace} and s.rule_id = ${rule}`,
    values: values.list,
  };
}

/** Drops transactions from all kept matches at once: once they are deleted for good, no change would tell of them. */
export function dropMatches(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      with held as materialized (
        select s.rule_id from categorising_match_sets s
        where s.workspace_id = $1 and s.rule_id in (
          select m.rule_id from categorising_matches m where m.workspace_id = $1 and m.transaction_id = any($2::uuid[]))
        order by s.rule_id for update
      ), gone as (
        delete from categorising_matches m using held
        where m.workspace_id = $1 and m.rule_id = held.rule_id and m.transaction_id = any($2::uuid[])
        returning m.rule_id)
      update categorising_match_sets s set total = s.total - fewer.count
      from (select rule_id, count(*) as count from gone group by rule_id) fewer
      where s.workspace_id = $1 and s.rule_id = fewer.rule_id`,
    values: [workspaceId, transactionIds],
  };
}

const TOTALS = `
  select s.workspace_id, s.rule_id as id, s.total as stored, count(m.transaction_id)::int as expected
  from categorising_match_sets s left join categorising_matches m on m.workspace_id = s.workspace_id and m.rule_id = s.rule_id
  where $1::uuid is null or s.workspace_id = $1 group by s.workspace_id, s.rule_id`;

/** The totals of kept matches. Where one is wrong the rest can hardly be right: they are dropped, and made again when asked for. */
export const MATCH_TOTALS: FigureCheck = {
  figure: 'rule.matchTotal',
  figures: TOTALS,
  repair: `
    with wrong as (select workspace_id, id from (${TOTALS}) f where stored <> expected),
    gone as (
      delete from categorising_matches m using wrong where m.workspace_id = wrong.workspace_id and m.rule_id = wrong.id)
    delete from categorising_match_sets s using wrong where s.workspace_id = wrong.workspace_id and s.rule_id = wrong.id`,
  lockedTables: ['categorising_match_sets', 'categorising_matches'],
};
