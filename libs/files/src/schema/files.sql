-- Receipts, statements and invoices. The hash identifies the bytes within the workspace. Its index includes the size,
-- which the quota sums.
create table files_files (
  workspace_id uuid not null,
  id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  source text not null check (source in ('upload', 'import', 'invoice')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  primary key (workspace_id, id),
  constraint files_files_sha256 unique (workspace_id, sha256) include (size)
);
create index files_files_live on files_files (workspace_id, created_at desc, id desc) where deleted_at is null;
create index files_files_trash on files_files (workspace_id, created_at desc, id desc) where deleted_at is not null;
call kernel_secure_by_workspace('files_files');

-- The bytes of files, in chunks of equal size. They are stored uncompressed, because most formats are compressed.
create table files_chunks (
  workspace_id uuid not null,
  file_id uuid not null,
  number integer not null,
  bytes bytea not null,
  primary key (workspace_id, file_id, number),
  constraint files_chunks_file foreign key (workspace_id, file_id)
    references files_files (workspace_id, id) on delete cascade
);
alter table files_chunks alter column bytes set storage external;
call kernel_secure_by_workspace('files_chunks');

-- Resources that a file belongs to. An import is a draft until its commit; exports omit drafts.
create table files_links (
  workspace_id uuid not null,
  file_id uuid not null,
  target_id uuid not null,
  kind text not null check (kind in ('transaction', 'draft', 'import', 'invoice')),
  primary key (workspace_id, file_id, target_id),
  constraint files_links_file foreign key (workspace_id, file_id)
    references files_files (workspace_id, id) on delete cascade
);
create index files_links_by_target on files_links (workspace_id, target_id);
call kernel_secure_by_workspace('files_links');
