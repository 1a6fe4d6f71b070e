import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, notExpired, Problem, problemOfDatabaseError, UnsupportedMediaType } from '@app/kernel';
import type { Plan } from '@app/workspace';
import { Workspaces } from '@app/workspace';
import type { ByteRange } from './byte-range.js';
import { StoredFile } from './file.entity.js';
import type { StoredPiece } from './file.query.js';
import { countFile, deleteExpired, deleteFiles, insertFiles, selectPiece } from './file.query.js';
import { fileEvents } from './files.events.js';
import { FileLimitReached, FileQuotaExceeded } from './files.problems.js';
import type { StoredType } from './media-type.js';
import { UPLOADED_TYPES } from './media-type.js';
import { CHUNK_BYTES } from './spool.service.js';

const SUPPORTED = `files of the types ${UPLOADED_TYPES.join(', ')}`;
const MIB = 1024 * 1024;
const QUOTAS: Readonly<Record<Plan, number>> = { free: 100 * MIB, plus: 1024 * MIB, pro: 10 * 1024 * MIB };
/** Maximum number of chunks in flight to the database, which limits the memory of an upload. */
const CHUNKS_ON_THE_WAY = 4;
/**
 * Maximum size of a query result. The driver returns bytea as hexadecimal text, and small pieces are cheap to
 * garbage-collect.
 */
const PIECE_BYTES = 32 * 1024;

interface PieceRow extends Record<string, unknown> {
  readonly bytes: Buffer;
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface NewFile {
  readonly name: string;
  readonly size: number;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly source: 'upload' | 'import' | 'invoice';
  /** Null for an unsupported type, which is accepted only if the workspace already has the bytes. */
  readonly mediaType: StoredType | null;
  /** Called again if the transaction is retried. */
  readonly pieces: () => Pieces;
}

export interface KeptFile {
  readonly file: StoredFile;
  readonly outcome: 'created' | 'restored' | 'existing';
}

/** Stores files, deduplicated by content within a workspace, and reads them in chunks (decision 0104). */
@Injectable()
export class FileStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly workspaces: Workspaces,
  ) {}

  /** Stores a file, like `keepAll`. @throws UnsupportedMediaType, FileQuotaExceeded, FileLimitReached */
  async keep(work: UnitOfWork, added: NewFile): Promise<KeptFile> {
    const [kept] = await this.keepAll(work, [added]);
    if (kept instanceof Problem) throw kept;
    return kept!;
  }

  /**
   * Stores files, or returns the existing files with the same bytes, restored from the trash if necessary. Returns a
   * problem for each file that exceeds a limit or has an unsupported type. After writing the bytes, serializes the
   * uploads of the workspace until the unit of work ends, so that they cannot exceed the quota together.
   */
  async keepAll(work: UnitOfWork, added: readonly NewFile[]): Promise<(KeptFile | Problem)[]> {
    const kept = await this.create(work, added);
    const others = () => added.filter(({ sha256 }) => !kept.has(sha256));
    const hashes = others().map(({ sha256 }) => sha256);
    if (hashes.length > 0) {
      await this.deleteExpired(work, hashes, hashes.length);
      for (const file of await this.known(work, hashes)) kept.set(file.sha256, await this.existing(work, file));
    }
    const deleted = others().filter(({ mediaType }) => mediaType !== null);
    const again = deleted.length > 0 ? await this.keepAll(work, deleted) : [];
    for (const [at, file] of again.entries()) kept.set(deleted[at]!.sha256, file);
    return added.map(({ sha256 }) => kept.get(sha256) ?? UnsupportedMediaType(SUPPORTED));
  }

  /** Returns the plan of the workspace, locked until the transaction ends, and the bytes that it allows. */
  async quota(work: UnitOfWork): Promise<{ plan: Plan; bytes: number }> {
    const plan = await this.workspaces.lockPlan(work);
    return { plan, bytes: QUOTAS[plan] };
  }

  /** Restores a file with its links. Returns false if it is not in the trash. @throws FileLimitReached */
  async restore(work: UnitOfWork, file: StoredFile): Promise<boolean> {
    if (file.deletedAt === null) return false;
    await work.query(countFile(work.workspaceId, file.id, 1));
    file.deletedAt = null;
    file.updatedAt = this.clock.now();
    return true;
  }

  /**
   * Reads a range of a file. Releases the connection after each piece, so that slow clients do not hold connections.
   * @throws Error if the file is deleted during the read
   */
  read(workspaceId: string, id: string, range: ByteRange): AsyncGenerator<Buffer> {
    return piecesOf((piece) => this.database.read<PieceRow>(workspaceId, selectPiece(workspaceId, id, piece)), range);
  }

  /** Reads a file in a unit of work. */
  readIn(work: UnitOfWork, id: string, size: number): AsyncGenerator<Buffer> {
    const whole = { first: 0, last: size - 1 };
    return piecesOf((piece) => work.query<PieceRow>(selectPiece(work.workspaceId, id, piece)), whole);
  }

  /** Returns the IDs, hashes and sizes of the files that an export contains. */
  stored(work: UnitOfWork): Promise<{ id: string; sha256: string; size: number }[]> {
    return work.query({
      text: `
        select f.id, f.sha256, f.size from files_files f
        where f.workspace_id = $1 and ${notExpired('f', '$2')} order by f.id`,
      values: [work.workspaceId, this.clock.now()],
    });
  }

  /** Deletes files that have expired in the trash, and announces each deletion. Returns their number. */
  async deleteExpired(work: UnitOfWork, hashes: readonly string[] | null, limit: number): Promise<number> {
    const { workspaceId } = work;
    const deleted = await work.query<{ id: string }>(deleteExpired(workspaceId, hashes, this.clock.now(), limit));
    for (const { id } of deleted) work.announceIn(workspaceId, fileEvents.deleted(id));
    return deleted.length;
  }

  /** Links a file to the import draft that was read from it. */
  async linkDraft(work: UnitOfWork, id: string, importId: string): Promise<void> {
    await work.query({
      text: `insert into files_links (workspace_id, file_id, target_id, kind) values ($1, $2, $3, 'draft')`,
      values: [work.workspaceId, id, importId],
    });
  }

  /** Changes the link of a draft to an import, so that exports include it. */
  async linkCommitted(work: UnitOfWork, importId: string): Promise<void> {
    await work.query({
      text: `update files_links set kind = 'import' where workspace_id = $1 and target_id = $2 and kind = 'draft'`,
      values: [work.workspaceId, importId],
    });
  }

  /** Returns the IDs of the live files of imports, by import ID. */
  async ofImports(work: UnitOfWork, importIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const links = await work.query<{ importId: string; id: string }>({
      name: 'files.of-imports',
      text: `
        select l.target_id as "importId", l.file_id as id from files_links l
        join files_files f on f.workspace_id = l.workspace_id and f.id = l.file_id and f.deleted_at is null
        where l.workspace_id = $1 and l.target_id = any($2::uuid[])`,
      values: [work.workspaceId, importIds],
    });
    return new Map(links.map(({ importId, id }) => [importId, id]));
  }

  /**
   * Stores the files whose bytes the workspace does not have, and returns them by hash. Returns a problem for each file
   * that exceeds the quota.
   */
  private async create(work: UnitOfWork, added: readonly NewFile[]): Promise<Map<string, KeptFile | Problem>> {
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now, deletedAt: null };
    const files = added.flatMap(({ mediaType, pieces, ...fields }) => {
      const file = { workspaceId: work.workspaceId, id: newId(), ...fields, ...times };
      return mediaType === null ? [] : [{ file: { ...file, mediaType }, pieces }];
    });
    const kept = new Map<string, KeptFile | Problem>();
    if (files.length === 0) return kept;
    const statement = insertFiles(
      work.workspaceId,
      files.map(({ file }) => file),
      now,
    );
    const inserted = await work.query<{ id: string }>(statement);
    const isNew = new Set(inserted.map(({ id }) => id));
    const created = files.filter(({ file }) => isNew.has(file.id));
    for (const { file, pieces } of created) await writeBytes(work, file.id, pieces());
    if (created.length === 0) return kept;
    const [{ plan, bytes: quota }, total] = await Promise.all([this.quota(work), this.usedBytes(work)]);
    let used = created.reduce((rest, { file }) => rest - file.size, total);
    const tooMany: string[] = [];
    for (const { file } of created) {
      if (used + file.size > quota) {
        tooMany.push(file.id);
        kept.set(file.sha256, FileQuotaExceeded(plan, quota, used, file.size));
      } else {
        used += file.size;
        kept.set(file.sha256, { file: work.em.merge(StoredFile, file), outcome: 'created' });
      }
    }
    if (tooMany.length > 0) await work.query(deleteFiles(work.workspaceId, tooMany));
    return kept;
  }

  private known({ em, workspaceId }: UnitOfWork, hashes: readonly string[]): Promise<StoredFile[]> {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } } as const;
    return em.find(StoredFile, { workspaceId, sha256: { $in: [...hashes] } }, lock);
  }

  private async existing(work: UnitOfWork, file: StoredFile): Promise<KeptFile | Problem> {
    if (file.deletedAt === null) return { file, outcome: 'existing' };
    try {
      await work.savepoint(() => this.restore(work, file));
      return { file, outcome: 'restored' };
    } catch (error) {
      const problem = problemOfDatabaseError(error);
      if (problem instanceof Problem && problem.type === FileLimitReached) return problem;
      throw error;
    }
  }

  private async usedBytes(work: UnitOfWork): Promise<number> {
    const [sum] = await work.query<{ used: number }>({
      name: 'files.used',
      text: `select coalesce(sum(size), 0)::float8 as used from files_files where workspace_id = $1`,
      values: [work.workspaceId],
    });
    return sum!.used;
  }
}

/** Stores the bytes of a file in chunks. */
export async function writeBytes(work: UnitOfWork, id: string, pieces: Pieces): Promise<void> {
  let number = 0;
  for await (const bytes of inChunks(pieces)) {
    const statement = {
      name: 'files.write-chunk',
      text: `insert into files_chunks (workspace_id, file_id, number, bytes) values ($1, $2, $3, $4)`,
      values: [work.workspaceId, id, number, bytes],
    };
    if (number > 0 && number % CHUNKS_ON_THE_WAY === 0) await work.drain();
    work.enqueue(statement);
    number += 1;
  }
}

async function* inChunks(pieces: Pieces): AsyncGenerator<Uint8Array> {
  let chunk = Buffer.alloc(0);
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length);
      at += part.length;
      if (part.length === CHUNK_BYTES) {
        yield part;
        continue;
      }
      if (length === 0) chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      chunk.set(part, length);
      length += part.length;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      length = 0;
    }
  }
  if (length > 0) yield chunk.subarray(0, length);
}

async function* piecesOf(
  load: (piece: StoredPiece) => Promise<readonly PieceRow[]>,
  { first, last }: ByteRange,
): AsyncGenerator<Buffer> {
  for (let at = first; at <= last;) {
    const [number, from] = [Math.floor(at / CHUNK_BYTES), at % CHUNK_BYTES];
    const length = Math.min(PIECE_BYTES, CHUNK_BYTES - from, last + 1 - at);
    const [row] = await load({ number, from, length });
    if (row?.bytes.length !== length) throw new Error(`chunk ${number} of the file is missing or damaged`);
    yield row.bytes;
    at += length;
  }
}
