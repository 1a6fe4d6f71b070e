import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '../database/named-migration.migrations.js';
import { secureByWorkspace } from '../database/named-migration.migrations.js';

const CURRENT = `nullif(current_setting('app.workspace_id', true), '')::uuid`;

/** The tables that are moved with their workspace: all that belong to one, but those of the directory and of moves. */
const EACH_MOVED_TABLE = `
  select c.oid::regclass as name, a.attname as workspace_column from pg_class c
  join pg_attribute a on a.attrelid = c.oid
    and a.attname = case when c.relname like 'workspace\\_%' then 'id' else 'workspace_id' end
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'identity\\_%'
    and c.relname not in ('kernel_placements', 'kernel_notes_to_carry', 'kernel_moves', 'kernel_stays', 'kernel_changes')`;

/** Notes a table's changes while its workspace is copied, lets centavo_mover write it, and hides rows that count in another shard. */
function moveWithWorkspace(table: string, workspaceColumn = 'workspace_id'): string {
  return `
    do $move$
    begin
      execute format('create trigger kernel_capture after insert or update or delete on ${table} for each row
        when (current_setting(''app.captures'', true) <> '''') execute function kernel_capture(%s)',
        (select string_agg(quote_literal(attname), ', ' order by attname <> '${workspaceColumn}', attnum)
          from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
          where indrelid = '${table}'::regclass and indisprimary));
      execute (select format('alter policy %I on ${table}
          using (${workspaceColumn} not in (select * from kernel_hidden_workspaces()))
          with check (${workspaceColumn} not in (select * from kernel_hidden_workspaces()))', polname)
        from pg_policy where polrelid = '${table}'::regclass and polroles = array['centavo_operator'::regrole::oid]);
    end $move$;
    grant select, insert, update, delete on ${table} to centavo_mover;`;
}

/** Who copies a workspace sees that one alone, as requests do, and may change what is otherwise kept as it is. */
const MOVER = `
  do $$ begin create role centavo_mover nologin; exception when duplicate_object or unique_violation then null; end $$;
  do $$ begin
    if not pg_has_role(session_user, 'centavo_mover', 'member') then
      execute format('grant centavo_mover to %I', session_user);
    end if;
    if not pg_has_role('centavo_mover', 'centavo_app', 'member') then grant centavo_app to centavo_mover; end if;
  -- Another database of this server may be doing the same.
  exception when unique_violation or internal_error then null; end $$;
  grant insert, update on kernel_stays to centavo_mover;
  grant delete on kernel_changes to centavo_mover;`;

/**
 * What a transaction begins with where there are several shards. A server process may remember a place that is no longer right, so the
 * shard itself says whether the workspace is there: P0M01 where its writes are stopped for a moment, P0M02 where it is elsewhere.
 */
const ENTERING = `
  create function kernel_enter(workspace uuid, writes boolean) returns void language plpgsql volatile as $$
  declare
    stay text;
  begin
    if writes then
      perform pg_advisory_xact_lock_shared(hashtextextended('kernel_stays ' || workspace, 0));
    end if;
    -- A statement of its own, so that it sees what was committed while the lock was waited for.
    stay := (select state from kernel_stays where workspace_id = workspace);
    if stay is null or stay = 'here' then
      return;
    end if;
    if stay in ('arriving', 'gone', 'cleared') then
      raise exception using errcode = 'P0M02', message = 'the workspace is in another shard';
    end if;
    if writes and stay <> 'leaving' then
      raise exception using errcode = 'P0M01', message = 'the workspace is being moved';
    end if;
    if writes then
      perform set_config('app.captures', array[workspace]::text, true);
    end if;
  end $$;

  -- The same for an administrator's work in all workspaces of a shard.
  create function kernel_enter_all() returns void language plpgsql volatile as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended('kernel_stays', 0));
    perform set_config('app.captures', coalesce((
      select array_agg(workspace_id)::text from kernel_stays where state in ('leaving', 'closing')), ''), true);
  end $$;

  -- The epoch in which events of a workspace are written now.
  create function kernel_epoch_of(workspace uuid) returns int language sql stable as $$
    select coalesce((select epoch from kernel_stays where workspace_id = workspace), 0)
  $$;

  -- Workspaces of which there are rows here that count elsewhere: nobody sees them who works across workspaces, but who checks one.
  create function kernel_hidden_workspaces() returns setof uuid language sql stable as $$
    select workspace_id from kernel_stays where state in ('closed', 'gone', 'arriving', 'arrived')
      and workspace_id is distinct from nullif(current_setting('app.moving', true), '')::uuid
  $$;`;

/** Notes the key of each row that changes in a workspace that is leaving; the arguments are the columns of the key, the workspace's first. */
const CAPTURE = `
  create function kernel_capture() returns trigger language plpgsql as $$
  declare
    leaving uuid[] := current_setting('app.captures')::uuid[];
    old_key jsonb := case when tg_op <> 'INSERT' then (select jsonb_object_agg(name, to_jsonb(old) -> name) from unnest(tg_argv) name) end;
    new_key jsonb := case when tg_op <> 'DELETE' then (select jsonb_object_agg(name, to_jsonb(new) -> name) from unnest(tg_argv) name) end;
  begin
    insert into kernel_changes (workspace_id, table_name, key)
    select distinct (k ->> tg_argv[0])::uuid, tg_table_name, k from unnest(array[old_key, new_key]) k
    where (k ->> tg_argv[0])::uuid = any(leaving);
    return null;
  end $$;`;

/** Deletes rows that a workspace left behind. Its owner alone may delete what is otherwise kept, and only of a workspace that is gone. */
const CLEARING = `
  create function kernel_clear_moved(workspace uuid, table_name regclass, workspace_column text, most int) returns bigint
  language plpgsql volatile security definer set search_path = public as $$
  declare
    cleared bigint;
  begin
    perform set_config('app.workspace_id', workspace::text, true);
    if not exists (select from kernel_stays where workspace_id = workspace and state = 'gone') then
      raise exception 'the workspace is not gone from here';
    end if;
    execute format('delete from %1$s where ctid in (select ctid from %1$s where %2$I = $1 limit $2)', table_name, workspace_column)
      using workspace, most;
    get diagnostics cleared = row_count;
    return cleared;
  end $$;
  grant create on schema public to centavo_mover;
  alter function kernel_clear_moved owner to centavo_mover;
  revoke create on schema public from centavo_mover;
  revoke execute on function kernel_clear_moved from public;
  grant execute on function kernel_clear_moved to centavo_operator;`;

const TABLES = `
      -- In the directory: a workspace that is being moved. Where it is, kernel_placements says at each moment.
      create table kernel_moves (
        workspace_id uuid primary key,
        source text not null,
        target text not null,
        step text not null check (step in ('copying', 'following', 'closing', 'switched')),
        -- How often its writes were stopped for it, and since when the step is what it is.
        attempt int not null default 0,
        at timestamptz(3) not null default now()
      );

      -- In a shard: whether a workspace that was ever moved is there. One that is not listed is, and never was elsewhere.
      create table kernel_stays (
        workspace_id uuid primary key,
        state text not null check (state in ('here', 'leaving', 'closing', 'closed', 'gone', 'cleared', 'arriving', 'arrived')),
        -- How often it had been moved before it came: events are in the order of transactions of one server after the other.
        epoch int not null,
        attempt int not null default 0,
        since timestamptz(3) not null default now()
      );
      create index kernel_stays_hidden on kernel_stays (workspace_id) where state in ('closed', 'gone', 'arriving', 'arrived');

      -- In a shard: which rows of a leaving workspace changed since they were copied.
      create table kernel_changes (
        workspace_id uuid not null,
        id bigint not null generated always as identity,
        xid xid8 not null default pg_current_xact_id(),
        table_name text not null,
        key jsonb not null,
        primary key (workspace_id, id)
      );`;

const RIGHTS = `
      revoke insert, update, delete on kernel_moves from centavo_app;
      alter table kernel_stays enable row level security;
      alter table kernel_stays force row level security;
      create policy kernel_stays_workspace on kernel_stays to centavo_app using (workspace_id = ${CURRENT});
      create policy kernel_stays_operator on kernel_stays to centavo_operator using (true) with check (true);
      grant select on kernel_stays to centavo_app;
      grant select, insert, update on kernel_stays to centavo_operator;
      alter table kernel_changes enable row level security;
      alter table kernel_changes force row level security;
      -- Rows that go with the one that they belong to are deleted in the name of the table's owner.
      create policy kernel_changes_noted on kernel_changes for insert with check (true);
      create policy kernel_changes_workspace on kernel_changes to centavo_app using (workspace_id = ${CURRENT});
      create policy kernel_changes_operator on kernel_changes to centavo_operator using (true);
      grant insert, select on kernel_changes to centavo_app;
      grant insert, select, delete on kernel_changes to centavo_operator;`;

const EACH_TABLE_MOVES = `
      do $do$
      declare
        moved record;
      begin
        for moved in ${EACH_MOVED_TABLE} loop
          execute replace(replace($$${moveWithWorkspace('MOVED_TABLE', 'WORKSPACE_COLUMN')}$$,
            'MOVED_TABLE', moved.name::text), 'WORKSPACE_COLUMN', moved.workspace_column);
        end loop;
      end $do$;`;

const OUTBOX = `
      alter table kernel_outbox add column epoch int not null default 0;
      alter table kernel_outbox drop constraint kernel_outbox_pkey, add primary key (workspace_id, epoch, xid, seq);`;

/** Everything that moves of workspaces need beside the column of the outbox. */
export const MOVES: readonly string[] = [
  TABLES,
  secureByWorkspace('kernel_moves'),
  RIGHTS,
  MOVER,
  ENTERING,
  CAPTURE,
  EACH_TABLE_MOVES,
  CLEARING,
];

class MovesOfWorkspaces extends Migration {
  override up(): void {
    const [tables, secured, rights, ...others] = MOVES as [string, string, string, ...string[]];
    for (const sql of [tables, secured, rights, OUTBOX, ...others]) this.addSql(sql);
  }

  override down(): void {
    this.addSql(`
      do $do$
      declare
        moved record;
      begin
        for moved in ${EACH_MOVED_TABLE} loop
          execute format('drop trigger kernel_capture on %s', moved.name);
          execute (select format('alter policy %I on %s using (true) with check (true)', polname, moved.name)
            from pg_policy where polrelid = moved.name and polroles = array['centavo_operator'::regrole::oid]);
          execute format('revoke all on %s from centavo_mover', moved.name);
        end loop;
      end $do$;
      alter table kernel_outbox drop constraint kernel_outbox_pkey, add primary key (workspace_id, xid, seq);
      alter table kernel_outbox drop column epoch;
      drop function kernel_clear_moved, kernel_enter, kernel_enter_all, kernel_capture, kernel_epoch_of, kernel_hidden_workspaces;
      drop table kernel_changes, kernel_stays, kernel_moves;`);
  }
}

/** Workspaces can be moved from one shard to another (decision 0089). */
export const movesOfWorkspaces: NamedMigration = { name: '0195-kernel-moves', class: MovesOfWorkspaces };
