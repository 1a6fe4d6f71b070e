import type { Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import type { Conditions } from '../matching/condition.js';
import type { Rows } from '../matching/predicate.query.js';
import { matchesSql } from '../matching/predicate.query.js';
import type { RegexHits } from '../matching/regex-hits.js';
import type { Action } from '../rules/action.js';
import { MAX_TAGS } from '@app/ledger';
import { MAX_NOTES_LENGTH, valueOf } from '../rules/action.js';

export interface RunnableRule extends Conditions {
  readonly id: string;
  readonly actions: readonly Action[];
  readonly stopProcessing: boolean;
  /** ID of the tag that the rule adds. `tagName` is the tag's name as spelled in the first rule that adds it. */
  readonly tagId?: string;
  readonly tagName?: string;
}

/**
 * Options of a run. `force` also replaces categories that users chose. `onceInNotes` prevents a rule from appending a
 * line that the notes already contain.
 */
export interface RunningManner {
  readonly force: boolean;
  readonly onceInNotes: boolean;
}

export const ON_ARRIVAL: RunningManner = { force: false, onceInNotes: false };

/**
 * Builds a query that evaluates the rules in order. It returns one row for each input row that a rule matches. The row
 * has the id, the new category_id, category_source, description and notes, their old values (ending in _before),
 * added_tag_ids, added_tags, rule_ids and effects.
 *
 * Every condition is evaluated on the original row. Rules change only expenses and income. The first rule that sets a
 * category or a description wins. Rules append lines of notes until a line does not fit, and add tags up to the limit.
 * Rules after a rule with `stopProcessing` have no effect. Rules replace a category that a user chose only if `force`
 * is set. They do not set the category of a split transaction, because its splits have their own.
 */
export function ruleEvaluation(
  workspaceId: string,
  rules: readonly RunnableRule[],
  rows: Rows,
  hits: RegexHits,
  manner: RunningManner,
  values: Values,
): string {
  const list = (of: (rule: RunnableRule) => unknown, type: string) => `${values.bind(rules.map(of))}::${type}[]`;
  const ruleRows = [
    list(({ id }) => id, 'uuid'),
    list(({ actions }) => valueOf(actions, 'set_category'), 'uuid'),
    list(({ actions }) => valueOf(actions, 'set_description'), 'text'),
    list(({ actions }) => valueOf(actions, 'append_notes'), 'text'),
    list(({ actions }) => valueOf(actions, 'add_tag'), 'text'),
    list(({ tagId }) => tagId ?? null, 'uuid'),
    list(({ tagName }) => tagName ?? null, 'text'),
    list(({ stopProcessing }) => stopProcessing, 'boolean'),
  ].join(', ');
  const matching = rules.map(
    (rule, at) => `case when ${matchesSql('e', rule, values, hits, workspaceId)} then ${at + 1} end`,
  );
  const mayFile = manner.force ? 'true' : 'not e.is_chosen';
  // MATERIALIZED prevents PostgreSQL from evaluating the conditions again for each use. The rows carry all columns that
  // later steps need, because PostgreSQL would otherwise join them to the input with nested loops if its statistics
  // expect few rows.
  return `
    with rule as materialized (
      select * from unnest(${ruleRows}) with ordinality as r (rule_id, category_id, description, note, tag, tag_id, tag_name, stops, n)
    ), input_row as materialized (${rows(values)}
    ), seen as materialized (
      select e.id, e.category_id as category_now, e.category_source as category_source_now,
        e.description as description_now, e.notes as notes_now, coalesce(e.tag_ids, '{}') as tags_now,
        e.type in ('expense', 'income') as eligible,
        e.type in ('expense', 'income') and e.split_count = 0 and ${mayFile} as may_file,
        array_remove(array[${matching.join(', ')}]::int[], null) as hits
      from input_row e
    ), action_outcome as (${actionOutcomes(manner)}
    ), combined as (
      select id, category_now, category_source_now, description_now, notes_now,
        (array_agg(category_id order by n) filter (where category_outcome = 'applied'))[1] as category_id,
        (array_agg(description order by n) filter (where description_outcome = 'applied'))[1] as description,
        string_agg(note, E'\\n' order by n) filter (where notes_outcome = 'applied') as lines,
        array_agg(tag_id order by n) filter (where tag_outcome = 'applied') as added_tag_ids,
        array_agg(tag_name order by n) filter (where tag_outcome = 'applied') as added_tags,
        array_agg(rule_id order by n) filter (where not stopped) as rule_ids,
        jsonb_agg(jsonb_build_object('place', n, 'ruleId', rule_id, 'effects', jsonb_strip_nulls(jsonb_build_object(
          'set_category', case when category_id is not null then jsonb_build_array(category_id, category_outcome) end,
          'set_description', case when description is not null then jsonb_build_array(description, description_outcome) end,
          'append_notes', case when note is not null then jsonb_build_array(note, notes_outcome) end,
          'add_tag', case when tag_id is not null then jsonb_build_array(tag, tag_outcome) end))) order by n) as effects
      from action_outcome group by id, category_now, category_source_now, description_now, notes_now)
    select id, category_now as category_id_before, category_source_now as category_source_before,
      description_now as description_before, notes_now as notes_before,
      coalesce(category_id, category_now) as category_id,
      case when category_id is not null then 'rule' else category_source_now end as category_source,
      coalesce(description, description_now) as description,
      case when lines is null then notes_now else concat_ws(E'\\n', nullif(notes_now, ''), lines) end as notes,
      added_tag_ids, added_tags, rule_ids, effects
    from combined`;
}

function actionOutcomes({ onceInNotes }: RunningManner): string {
  const alreadyInNotes = onceInNotes
    ? `when position(E'\\n' || note || E'\\n' in E'\\n' || notes_now || E'\\n') > 0 then 'already_so'`
    : '';
  return `
    select *,
      case when category_id is null then null when stopped then 'stopped' when not may_file then 'passed_over'
        when n > first_category then 'lost' when category_id = category_now then 'already_so'
        else 'applied' end as category_outcome,
      case when description is null then null when stopped then 'stopped' when not eligible then 'passed_over'
        when n > first_description then 'lost' when description = description_now then 'already_so'
        else 'applied' end as description_outcome,
      case when note is null then null when stopped then 'stopped' when not eligible then 'passed_over'
        ${alreadyInNotes}
        when coalesce(length(nullif(notes_now, '')), -1) + letters > ${MAX_NOTES_LENGTH} then 'passed_over'
        else 'applied' end as notes_outcome,
      case when tag_id is null then null when stopped then 'stopped' when not eligible then 'passed_over'
        when tag_id = any(tags_now || tags_before) then 'already_so'
        when (select count(distinct tag) from unnest(tags_now || tags_before) as tag) >= ${MAX_TAGS} then 'passed_over'
        else 'applied' end as tag_outcome
    from (
      select *,
        min(n) filter (where category_id is not null and not stopped) over of_row as first_category,
        min(n) filter (where description is not null and not stopped) over of_row as first_description,
        sum(length(note) + 1) filter (where not stopped) over (of_row order by n) as letters,
        array_agg(tag_id) filter (where tag_id is not null and not stopped)
          over (of_row order by n rows between unbounded preceding and 1 preceding) as tags_before
      from (
        select s.id, s.eligible, s.may_file, s.category_now, s.category_source_now, s.description_now, s.notes_now, s.tags_now, rule.*,
          coalesce(bool_or(rule.stops)
            over (partition by s.id order by rule.n rows between unbounded preceding and 1 preceding), false) as stopped
        from seen s cross join lateral unnest(s.hits) as hit join rule on rule.n = hit) matched
      window of_row as (partition by id)) hit`;
}

/**
 * Builds the statement that evaluates rules and records the changes and the outcome of each action. The ledger applies
 * the changes later. If `everyEffect` is true, also records the outcomes for rows that do not change. The statement
 * returns the number of matched rows and the IDs of the rows to change.
 */
export function noteRun(
  workspaceId: string,
  runId: string,
  now: Date,
  everyEffect: boolean,
  writeOutcomes: (values: Values) => string,
): Statement {
  const values = new Values();
  const [workspace, run] = [`${values.bind(workspaceId)}::uuid`, `${values.bind(runId)}::uuid`];
  const differs = `(o.category_id, o.category_source, o.description, o.notes) is distinct from
    (o.category_id_before, o.category_source_before, o.description_before, o.notes_before) or o.added_tag_ids is not null`;
  return {
    text: `
      with outcome as materialized (${writeOutcomes(values)}
      ), changed as (
        insert into categorising_changes (workspace_id, run_id, transaction_id, category_id_before, category_source_before,
          description_before, notes_before, category_id, category_source, description, notes, added_tag_ids)
        select ${workspace}, ${run}, o.id, o.category_id_before, o.category_source_before, o.description_before,
          o.notes_before, o.category_id, o.category_source, o.description, o.notes, o.added_tag_ids
        from outcome o where ${differs}
        returning transaction_id
      ), recorded_effects as (
        insert into categorising_effects (workspace_id, transaction_id, run_id, place, rule_id, effects, ran_at)
        select ${workspace}, o.id, ${run}, (effect->>'place')::smallint, (effect->>'ruleId')::uuid, effect->'effects',
          ${values.bind(now)}::timestamptz
        from outcome o cross join lateral jsonb_array_elements(o.effects) effect
        where ${everyEffect ? 'true' : differs}
      ), stale as (
        -- Updates a rule at most once a minute and skips locked rules. Otherwise, new transactions would wait for one
        -- row.
        select r.id from categorising_rules r
        where r.workspace_id = ${workspace} and r.id in (select unnest(rule_ids) from outcome)
          and (r.last_matched_at is null or r.last_matched_at < ${values.bind(now)}::timestamptz - interval '1 minute')
        for no key update skip locked
      ), updated_rules as (
        update categorising_rules r set last_matched_at = ${values.bind(now)}::timestamptz
        from stale where r.workspace_id = ${workspace} and r.id = stale.id)
      select (select count(*)::int from outcome) as matched,
        coalesce((select array_agg(transaction_id) from changed), '{}') as changed`,
    values: values.list,
  };
}

/** Selects the changes of a run with the columns that `BulkEdits.apply` expects. */
export function changesOf(workspaceId: string, runId: string, transactionIds: readonly string[]): Rows {
  return (values) => `
    select c.transaction_id as id, c.category_id, c.category_source, c.description, c.notes, c.category_id_before,
      c.category_source_before, c.description_before, c.notes_before, c.added_tag_ids, null::uuid[] as removed_tag_ids
    from categorising_changes c
    where c.workspace_id = ${values.bind(workspaceId)}::uuid and c.run_id = ${values.bind(runId)}::uuid
      and c.transaction_id = any(${values.bind(transactionIds)}::uuid[])`;
}

export function addedTags(workspaceId: string, runId: string): Rows {
  return (values) => `
    select c.transaction_id as id, c.added_tag_ids as removed_tag_ids from categorising_changes c
    where c.workspace_id = ${values.bind(workspaceId)}::uuid and c.run_id = ${values.bind(runId)}::uuid
      and c.added_tag_ids is not null`;
}

export function countOnlyTagged(workspaceId: string, runId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      select count(*)::int as count from categorising_changes
      where workspace_id = $1 and run_id = $2 and transaction_id = any($3)
        and (category_id, category_source, description, notes) is not distinct from
          (category_id_before, category_source_before, description_before, notes_before)`,
    values: [workspaceId, runId, transactionIds],
  };
}

/**
 * Selects the changes that undo a run on live transactions. They restore the fields that have not changed since the
 * run, and remove the tags that the run added. A category that a user has confirmed since then counts as changed.
 */
export function changesBack(workspaceId: string, runId: string): Rows {
  const unchanged = `c.category_id is not distinct from t.category_id and c.category_source is not distinct from t.category_source`;
  const back = (field: string) =>
    `case when c.${field} is not distinct from t.${field} then c.${field}_before else t.${field} end`;
  return (values) => `
    select * from (
      select t.id, case when ${unchanged} then c.category_id_before else t.category_id end as category_id,
        case when ${unchanged} then c.category_source_before else t.category_source end as category_source,
        ${back('description')} as description, ${back('notes')} as notes,
        t.category_id as category_id_before, t.category_source as category_source_before,
        t.description as description_before, t.notes as notes_before, null::uuid[] as added_tag_ids,
        case when c.added_tag_ids && t.tag_ids then c.added_tag_ids end as removed_tag_ids
      from categorising_changes c
      join ledger_live_transactions(${values.bind(workspaceId)}::uuid) t on t.id = c.transaction_id
      where c.workspace_id = ${values.bind(workspaceId)}::uuid and c.run_id = ${values.bind(runId)}::uuid) b
    where (category_id, category_source, description, notes) is distinct from
      (category_id_before, category_source_before, description_before, notes_before) or removed_tag_ids is not null`;
}

export function stateBack(workspaceId: string, runId: string): Statement {
  const values = new Values();
  const back = changesBack(workspaceId, runId)(values);
  const text = `select md5(coalesce(string_agg(md5(b::text), '' order by b.id), '')) as state from (${back}) b`;
  return { text, values: values.list };
}
