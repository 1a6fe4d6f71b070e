import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Imports extends Migration {
  override up(): void {
    this.addSql(`
      -- A statement file and what was read from it. The file is kept while the import is a draft, to be read again.
      create table importing_imports (
        workspace_id uuid not null,
        id uuid not null,
        account_id uuid not null,
        filename text not null,
        status text not null check (status in ('draft', 'committed', 'undone')),
        file bytea,
        given jsonb not null,
        detected jsonb not null,
        mapping jsonb not null,
        columns jsonb not null,
        total integer not null default 0,
        ready integer not null default 0,
        errors integer not null default 0,
        duplicates integer not null default 0,
        excluded integer not null default 0,
        created_categories uuid[] not null default '{}',
        balance_before bigint,
        balance_after bigint,
        created_at timestamptz(3) not null,
        committed_at timestamptz(3),
        undone_at timestamptz(3),
        primary key (workspace_id, id)
      );
      -- A row as it was read, with a person's edits laid over it. Amounts are minor units, positive.
      create table importing_rows (
        workspace_id uuid not null,
        import_id uuid not null,
        index integer not null,
        line integer not null,
        raw jsonb not null,
        date date,
        description text,
        read_description text,
        amount bigint,
        type text check (type in ('expense', 'income')),
        category text,
        category_id uuid,
        notes text,
        external_id text,
        errors jsonb not null,
        warnings jsonb not null,
        edits jsonb not null default '{}',
        excluded boolean not null default false,
        include_duplicate boolean not null default false,
        repeats_external_id boolean not null default false,
        duplicate_of uuid,
        matches_trashed boolean not null default false,
        status text not null default 'ready' check (status in ('ready', 'error', 'duplicate', 'excluded')),
        primary key (workspace_id, import_id, index),
        foreign key (workspace_id, import_id) references importing_imports (workspace_id, id) on delete cascade
      );
      create index importing_rows_by_status on importing_rows (workspace_id, import_id, status, index);
      create index importing_rows_by_category on importing_rows (workspace_id, category_id) where category_id is not null;`);
    this.addSql(secureByWorkspace('importing_imports'));
    this.addSql(secureByWorkspace('importing_rows'));
  }

  override down(): void {
    this.addSql(`drop table importing_rows, importing_imports;`);
  }
}

export const imports: NamedMigration = { name: '0008-importing-imports', class: Imports };
