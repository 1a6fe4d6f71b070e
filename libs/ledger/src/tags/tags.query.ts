import type { Statement } from '@app/kernel';
import { notExpired } from '@app/kernel';

export interface NamedTagRow extends Record<string, unknown> {
  readonly id: string;
  /** Position of the tag's name in the list of requested names. */
  readonly n: number;
}

/**
 * Returns SQL that selects tag IDs by name and locks the tags, so that nobody can rename or delete them. Locks them in
 * ID order, as a rename does. Selects nothing if a tag is missing, and fewer rows if a tag was renamed or deleted while
 * the query waited.
 */
export function heldTags(names: string): string {
  return `
    select g.id, requested.n::int as n from unnest(${names}::text[]) with ordinality as requested (name, n)
    join ledger_tags g on g.workspace_id = $1 and g.folded_name = fold_text(requested.name)
    where (
      select count(*) from unnest(${names}::text[]) as each (name)
      join ledger_tags f on f.workspace_id = $1 and f.folded_name = fold_text(each.name)) = cardinality(${names}::text[])
    order by g.id for key share of g`;
}

export function holdTags(workspaceId: string, names: readonly string[]): Statement {
  return { name: 'ledger.hold-tags', text: heldTags('$2'), values: [workspaceId, names] };
}

/** Returns the statement that locks a workspace's tag names. Creating, renaming and deleting tags need this lock. */
export function lockTagNames(workspaceId: string): Statement {
  return { text: `select pg_advisory_xact_lock(hashtextextended('ledger_tags ' || $1, 0))`, values: [workspaceId] };
}

/** Returns the statement that inserts missing tags and returns the number of tags in the workspace. */
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
 * Returns the statement that deletes unused tags to make room for new ones, except tags that a writer has locked. The
 * array makes PostgreSQL run the subquery once. Running it for each of thousands of tags would take a minute.
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

export function listedTags(workspaceId: string): Statement {
  return {
    name: 'ledger.tags',
    text: `
      select ${SHOWN} from ledger_tags g where g.workspace_id = $1 and g.live_count > 0 order by g.folded_name collate "C"`,
    values: [workspaceId],
  };
}

/** Returns the statement that finds a tag by name, if a live or trashed transaction has it. */
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

/** Returns the statement that waits for writers that are about to use these tags, and blocks new writers. */
export function lockTags(workspaceId: string, names: readonly string[]): Statement {
  return {
    text: `
      select from ledger_tags where workspace_id = $1 and folded_name in (select fold_text(name) from unnest($2::text[]) as locked (name))
      order by id for update`,
    values: [workspaceId, names],
  };
}

/** SQL condition: the transaction has the tag named in $3. */
export const HAS_TAG_NAMED = `exists (
  select from ledger_tags g join ledger_tag_entries e on e.workspace_id = $1 and e.tag_id = g.id
  where g.workspace_id = $1 and g.folded_name = fold_text($3) and e.transaction_id = t.id)`;

/** Returns the statement that deletes another tag with this name, which must be unused. */
export function forgetOther(workspaceId: string, id: string, name: string): Statement {
  return {
    text: `delete from ledger_tags where workspace_id = $1 and id <> $2 and folded_name = fold_text($3)`,
    values: [workspaceId, id, name],
  };
}

export function renameTag(workspaceId: string, id: string, name: string): Statement {
  return {
    text: `update ledger_tags set name = $3 where workspace_id = $1 and id = $2`,
    values: [workspaceId, id, name],
  };
}

/**
 * Returns the statement that selects the transactions with a tag. Later statements get their IDs as a parameter,
 * because a join without statistics would scan the whole workspace for each transaction.
 */
export function taggedTransactions(workspaceId: string, id: string): Statement {
  return {
    text: `select transaction_id as id from ledger_tag_entries where workspace_id = $1 and tag_id = $2`,
    values: [workspaceId, id],
  };
}

const IS_TAGGED = 't.workspace_id = $1 and t.id = any($2::uuid[])';

/**
 * Returns the statement that marks the tagged transactions as updated, because clients now get a different tag name.
 */
export function restampTagged(workspaceId: string, tagged: readonly string[]): Statement {
  return {
    text: `update ledger_transactions t set tag_ids = tag_ids where ${IS_TAGGED}`,
    values: [workspaceId, tagged],
  };
}

/**
 * Returns the statement that replaces a tag. If a transaction has both tags, the new tag takes the earlier of the two
 * positions.
 */
export function replaceTag(workspaceId: string, tagged: readonly string[], fromId: string, toId: string): Statement {
  return {
    text: `
      update ledger_transactions t set tag_ids = (
        select array_agg(merged.id order by merged.n) from (
          select case tag.id when $3 then $4::uuid else tag.id end as id, min(tag.n) as n
          from unnest(t.tag_ids) with ordinality as tag (id, n) group by 1) merged)
      where ${IS_TAGGED}
      returning t.id, exists (
        select from ledger_tag_entries e where e.workspace_id = $1 and e.tag_id = $4 and e.transaction_id = t.id) as "hadBoth"`,
    values: [workspaceId, tagged, fromId, toId],
  };
}

export function removeTag(workspaceId: string, tagged: readonly string[], id: string): Statement {
  return {
    text: `update ledger_transactions t set tag_ids = nullif(array_remove(t.tag_ids, $3::uuid), '{}') where ${IS_TAGGED}`,
    values: [workspaceId, tagged, id],
  };
}

export function deleteTag(workspaceId: string, id: string): Statement {
  return { text: `delete from ledger_tags where workspace_id = $1 and id = $2`, values: [workspaceId, id] };
}
