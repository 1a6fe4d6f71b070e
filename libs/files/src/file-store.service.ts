import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, notExpired, UnsupportedMediaType } from '@app/kernel';
import type { Plan } from '@app/workspace';
import { Workspaces } from '@app/workspace';
import type { ByteRange } from './byte-range.js';
import { StoredFile } from './file.entity.js';
import type { StoredPiece } from './file.query.js';
import { countFile, deleteExpired, insertFile, selectPiece } from './file.query.js';
import { fileEvents } from './files.events.js';
import { FileQuotaExceeded } from './files.problems.js';
import type { StoredType } from './media-type.js';
import { UPLOADED_TYPES } from './media-type.js';
import { CHUNK_BYTES } from './spool.service.js';

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

/** Stores the bytes of files, once per workspace, and reads them in chunks (decision 0104). */
@Injectable()
export class FileStore {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Stores a file, or returns the existing file with the same bytes, restored from the trash if necessary. After
   * writing the bytes, serializes the uploads of the workspace until the unit of work ends, so that they cannot exceed
   * the quota together.
   * @throws UnsupportedMediaType, FileQuotaExceeded, FileLimitReached
   */
  async keep(work: UnitOfWork, added: NewFile): Promise<KeptFile> {
    const created = await this.create(work, added);
    if (created) return { file: created, outcome: 'created' };
    if ((await this.deleteExpired(work, added.sha256)) > 0) return this.keep(work, added);
    const { em, workspaceId } = work;
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const known = await em.findOne(StoredFile, { workspaceId, sha256: added.sha256 }, lock);
    if (known) return { file: known, outcome: (await this.restore(work, known)) ? 'restored' : 'existing' };
    if (added.mediaType !== null) return this.keep(work, added);
    throw UnsupportedMediaType(`files of the types ${UPLOADED_TYPES.join(', ')}`);
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
  async deleteExpired(work: UnitOfWork, sha256: string | null, limit = 1): Promise<number> {
    const { workspaceId } = work;
    const deleted = await work.query<{ id: string }>(deleteExpired(workspaceId, sha256, this.clock.now(), limit));
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

  /** Returns null if the type is null or if the workspace already has the bytes. @throws FileQuotaExceeded */
  private async create(work: UnitOfWork, { mediaType, pieces, ...fields }: NewFile): Promise<StoredFile | null> {
    if (mediaType === null) return null;
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now, deletedAt: null };
    const file = { workspaceId: work.workspaceId, id: newId(), mediaType, ...fields, ...times };
    if ((await work.query(insertFile(file))).length === 0) return null;
    await writeBytes(work, file.id, pieces());
    const [plan, used] = await Promise.all([this.workspaces.lockPlan(work), this.usedBytes(work)]);
    if (used > QUOTAS[plan]) throw FileQuotaExceeded(plan, QUOTAS[plan], used - file.size, file.size);
    return work.em.merge(StoredFile, file);
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
