import type { EntityDTO } from '@mikro-orm/postgresql';
import type { Position, Statement } from '@app/kernel';
import { notExpired, TRASH_RETENTION_DAYS, Values } from '@app/kernel';
import type { StoredFile } from './file.entity.js';
import type { ListFilesRequest } from './file.request.js';
import type { FileView } from './file.view.js';

export type FileRow = FileView & Record<string, unknown>;

const COLUMNS = `
  f.id, f.name, f.media_type as "mediaType", f.size, f.sha256, f.source,
  case when f.deleted_at is not null then '[]'::json else (
    select coalesce(json_agg(json_build_object('kind', case l.kind when 'draft' then 'import' else l.kind end, 'id', l.target_id)
      order by l.kind desc, l.target_id), '[]')
    from files_links l where l.workspace_id = f.workspace_id and l.file_id = f.id) end as links,
  instant_text(f.created_at) as "createdAt", instant_text(f.updated_at) as "updatedAt",
  instant_text(f.deleted_at) as "deletedAt",
  instant_text(f.deleted_at + interval '${TRASH_RETENTION_DAYS} days') as "purgeAt"`;

export function selectFile(workspaceId: string, id: string, now: Date): Statement {
  return {
    name: 'files.file',
    text: `select ${COLUMNS} from files_files f where f.workspace_id = $1 and f.id = $2 and ${notExpired('f', '$3')}`,
    values: [workspaceId, id, now],
  };
}

/**
 * Inserts files of one workspace and returns the IDs of those whose bytes the workspace does not have. Waits for
 * concurrent uploads of the same bytes.
 */
export function insertFiles(workspaceId: string, files: readonly EntityDTO<StoredFile>[], now: Date): Statement {
  return {
    name: 'files.insert',
    text: `
      insert into files_files (workspace_id, id, name, media_type, size, sha256, source, created_at, updated_at)
      select $1, f.*, $8, $8
      from unnest($2::uuid[], $3::text[], $4::text[], $5::int[], $6::text[], $7::text[]) f
      on conflict (workspace_id, sha256) do nothing returning id`,
    values: [
      workspaceId,
      files.map(({ id }) => id),
      files.map(({ name }) => name),
      files.map(({ mediaType }) => mediaType),
      files.map(({ size }) => size),
      files.map(({ sha256 }) => sha256),
      files.map(({ source }) => source),
      now,
    ],
  };
}

/** Range of bytes in a chunk. */
export interface StoredPiece {
  readonly number: number;
  /** Offset in the chunk, from 0. */
  readonly from: number;
  readonly length: number;
}

export function selectPiece(workspaceId: string, id: string, { number, from, length }: StoredPiece): Statement {
  return {
    name: 'files.piece',
    text: `
      select substr(bytes, $4, $5) as bytes from files_chunks
      where workspace_id = $1 and file_id = $2 and number = $3`,
    values: [workspaceId, id, number, from + 1, length],
  };
}

/** Selects files, newest first, up to one more than the limit. */
export function listFiles(
  workspaceId: string,
  { limit, transactionId, mediaType, sha256, deleted }: ListFilesRequest,
  position: Position | undefined,
  now: Date,
): Statement {
  const values = new Values();
  const conditions = [`f.workspace_id = ${values.bind(workspaceId)}`];
  conditions.push(
    deleted ? `f.deleted_at is not null and ${notExpired('f', values.bind(now))}` : 'f.deleted_at is null',
  );
  if (mediaType !== undefined) conditions.push(`f.media_type = ${values.bind(mediaType)}`);
  if (sha256 !== undefined) conditions.push(`f.sha256 = ${values.bind(sha256)}`);
  if (transactionId !== undefined) {
    conditions.push(`f.id in (
      select l.file_id from files_links l where l.workspace_id = $1 and l.target_id = ${values.bind(transactionId)}::uuid)`);
  }
  if (position) {
    const [at, id] = position;
    conditions.push(`(f.created_at, f.id) < (${values.bind(at)}::timestamptz, ${values.bind(id)}::uuid)`);
  }
  return {
    text: `
      select ${COLUMNS} from files_files f where ${conditions.join(' and ')}
      order by f.created_at desc, f.id desc limit ${limit + 1}`,
    values: values.list,
  };
}

/** Deletes expired files with these hashes and returns their IDs. Null selects all. */
export function deleteExpired(
  workspaceId: string,
  hashes: readonly string[] | null,
  now: Date,
  limit: number,
): Statement {
  return {
    name: 'files.delete-expired',
    text: `
      delete from files_files f using (
        select f.id from files_files f
        where f.workspace_id = $1 and ($2::text[] is null or f.sha256 = any($2)) and not ${notExpired('f', '$3')}
        limit $4 for update skip locked) due
      where f.workspace_id = $1 and f.id = due.id returning f.id`,
    values: [workspaceId, hashes, now, limit],
  };
}

export function deleteFiles(workspaceId: string, ids: readonly string[]): Statement {
  return {
    name: 'files.delete',
    text: `delete from files_files f where f.workspace_id = $1 and f.id = any($2::uuid[])`,
    values: [workspaceId, ids],
  };
}

/** Adds to the file count of a transaction. */
export function addFiles(workspaceId: string, transactionId: string, amount: 1 | -1): Statement {
  return {
    name: 'files.add',
    text: `select ledger_add_files($1, array[$2::uuid], array[$3::int])`,
    values: [workspaceId, transactionId, amount],
  };
}

/** Adds to the file counts of all transactions of a file. */
export function countFile(workspaceId: string, fileId: string, amount: 1 | -1): Statement {
  return {
    name: 'files.count',
    text: `
      select ledger_add_files($1, array_agg(l.target_id), array_agg($3::int))
      from files_links l where l.workspace_id = $1 and l.file_id = $2 and l.kind = 'transaction'`,
    values: [workspaceId, fileId, amount],
  };
}
