import type { Statement } from '@app/kernel';
import { notExpired } from '../trash-retention.query.js';

/** The tags of names, a row for each that there is, with the place of its name; they are held against renaming and deletion. */
export interface NamedTagRow extends Record<string, unknown> {
  readonly id: string;
  readonly n: number;
}

/**
 * The ids of tags by their names, in SQL, held until the unit of work ends: all of them, or none where one is missing; fewer
 * where one was renamed or deleted while it was waited for. They are taken in the order of their ids, as a renaming takes them.
 */
export function heldTags(names: string): string {
  return `
    select g.id, one.n::int as n from unnest(${names}::text[]) with ordinality as one (name, n)
    join ledger_tags g on g.workspace_id = $1 and g.folded_name = fold_text(one.name)
    where (
      select count(*) from unnest(${names}::text[]) as given (name)
      join ledger_tags f on f.workspace_id = $1 and f.folded_name = fold_text(given.name)) = cardinality(${names}::text[])
    order by g.id for key share of g`;
}

/** The tags of names, as `heldTags` finds them. */
export function holdTags(workspaceId: string, names: readonly string[]): Statement {
  return { name: 'ledger.hold-tags', text: heldTags('$2'), values: [workspaceId, names] };
}

/** Lets the tags of a workspace come, change their names and go one at a time. */
export function lockTagNames(workspaceId: string): Statement {
  return { text: `select pg_advisory_xact_lock(hashtextextended('ledger_tags ' || $1, 0))`, values: [workspaceId] };
}

/** Adds the tags that there are not yet, and counts how many there are then. */
export function addTags(workspaceId: string, ids: readonly string[], names: readonly string[]): Statement {
  return {
    text: `
      with added as (
        insert into ledger_tags (workspace_id, id, name)
        select $1, id, name from unnest($2::uuid[], $3::text[]) as new (id, name)
        on conflict (workspace_id, folded_name) do nothing returning id
      )
      select ((select count(*) from ledger_tags where workspace_id = $1) + (select count(*) from added))::int as count`,
    values: [workspaceId, ids, names],
  };
}

/**
 * Deletes the tags that no transaction has any longer, so that others have room; not those that a writer is about to use. They
 * are listed once: looked for by each tag, thousands of them would take a minute.
 */
export function forgetUnusedTags(workspaceId: string): Statement {
  return {
    text: `
      delete from ledger_tags where workspace_id = $1 and id = any(array(
        select g.id from ledger_tags g where g.workspace_id = $1 and not exists (
          select from ledger_tag_entries e where e.workspace_id = $1 and e.tag_id = g.id)
        for update skip locked))`,
    values: [workspaceId],
  };
}

const SHOWN = `
  g.id, g.name, g.live_count as count, (
    select e.date::text from ledger_tag_entries e where e.workspace_id = $1 and e.tag_id = g.id and e.live
    order by e.date desc limit 1) as "lastDate"`;

/** The tags of live transactions, by their folded names. */
export function listedTags(workspaceId: string): Statement {
  return {
    name: 'ledger.tags',
    text: `
      select ${SHOWN} from ledger_tags g where g.workspace_id = $1 and g.live_count > 0 order by g.folded_name collate "C"`,
    values: [workspaceId],
  };
}

/** The tag of a name, where a transaction has it, live or in the trash. */
export function tagNamed(workspaceId: string, name: string, now: Date): Statement {
  return {
    text: `
      select ${SHOWN} from ledger_tags g
      where g.workspace_id = $1 and g.folded_name = fold_text($2) and (g.live_count > 0 or exists (
        select from ledger_tag_entries e join ledger_transactions t on t.workspace_id = $1 and t.id = e.transaction_id
        where e.workspace_id = $1 and e.tag_id = g.id and ${notExpired('t', '$3')}))`,
    values: [workspaceId, name, now],
  };
}

/** Waits for the writers that are about to use the tags of these names, and keeps others from using them. */
export function lockTags(workspaceId: string, names: readonly string[]): Statement {
  return {
    text: `
      select from ledger_tags where workspace_id = $1 and folded_name in (select fold_text(name) from unnest($2::text[]) as given (name))
      order by id for update`,
    values: [workspaceId, names],
  };
}

/** Which transactions have the tag of the name in $3. */
export const HAS_TAG_NAMED = `exists (
  select from ledger_tags g join ledger_tag_entries e on e.workspace_id = $1 and e.tag_id = g.id
  where g.workspace_id = $1 and g.folded_name = fold_text($3) and e.transaction_id = t.id)`;

/** Deletes the other tag of a name, which no transaction has any longer. */
export function forgetOther(workspaceId: string, id: string, name: string): Statement {
  return {
    text: `delete from ledger_tags where workspace_id = $1 and id <> $2 and folded_name = fold_text($3)`,
    values: [workspaceId, id, name],
  };
}

/** Gives a tag a name that no other has. */
export function renameTag(workspaceId: string, id: string, name: string): Statement {
  return {
    text: `update ledger_tags set name = $3 where workspace_id = $1 and id = $2`,
    values: [workspaceId, id, name],
  };
}

/**
 * The transactions with a tag. The statements that change them get their ids as a value: a join would look through the whole
 * workspace for each of them where statistics do not know it yet.
 */
export function taggedTransactions(workspaceId: string, id: string): Statement {
  return {
    text: `select transaction_id as id from ledger_tag_entries where workspace_id = $1 and tag_id = $2`,
    values: [workspaceId, id],
  };
}

const IS_TAGGED = 't.workspace_id = $1 and t.id = any($2::uuid[])';

/** Says of the transactions with a tag that they changed: what is shown of them is another text. */
export function restampTagged(workspaceId: string, tagged: readonly string[]): Statement {
  return {
    text: `update ledger_transactions t set tag_ids = tag_ids where ${IS_TAGGED}`,
    values: [workspaceId, tagged],
  };
}

/** Gives the transactions with a tag another one instead, once, where the first of both stood. */
export function replaceTag(workspaceId: string, tagged: readonly string[], fromId: string, toId: string): Statement {
  return {
    text: `
      update ledger_transactions t set tag_ids = (
        select array_agg(one.id order by one.n) from (
          select case tag.id when $3 then $4::uuid else tag.id end as id, min(tag.n) as n
          from unnest(t.tag_ids) with ordinality as tag (id, n) group by 1) one)
      where ${IS_TAGGED}
      returning t.id, exists (
        select from ledger_tag_entries e where e.workspace_id = $1 and e.tag_id = $4 and e.transaction_id = t.id) as "hadBoth"`,
    values: [workspaceId, tagged, fromId, toId],
  };
}

/** Takes a tag from the transactions that have it. */
export function removeTag(workspaceId: string, tagged: readonly string[], id: string): Statement {
  return {
    text: `update ledger_transactions t set tag_ids = nullif(array_remove(t.tag_ids, $3::uuid), '{}') where ${IS_TAGGED}`,
    values: [workspaceId, tagged, id],
  };
}

/** Deletes a tag that nothing has. */
export function deleteTag(workspaceId: string, id: string): Statement {
  return { text: `delete from ledger_tags where workspace_id = $1 and id = $2`, values: [workspaceId, id] };
}
