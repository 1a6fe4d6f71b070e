import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId } from '@app/kernel';
import type { Plan } from '@app/workspace';
import { Workspaces } from '@app/workspace';
import type { ByteRange } from './byte-range.js';
import { StoredFile } from './file.entity.js';
import type { StoredPiece } from './file.query.js';
import { countFile, deleteExpired, notExpired, selectPiece } from './file.query.js';
import { fileEvents } from './files.events.js';
import { FileQuotaExceeded } from './files.problems.js';
import type { StoredType } from './media-type.js';

const MIB = 1024 * 1024;
const QUOTAS: Readonly<Record<Plan, number>> = { free: 100 * MIB, plus: 1024 * MIB, pro: 10 * 1024 * MIB };
/** Size of all chunks of a file but the last. */
const CHUNK_BYTES = 256 * 1024;
/** Maximum number of chunks that are sent before a result is awaited, which limits the memory of an upload. */
const CHUNKS_ON_THE_WAY = 4;
/** The driver returns bytea as hexadecimal text. Small pieces are garbage-collected cheaply while they are young objects. */
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
  /** Returns the type, and throws if it is not accepted. Not called if the workspace has the bytes already. */
  readonly mediaType: () => StoredType | Promise<StoredType>;
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
   * Stores a file, or finds the one with the same bytes and restores it from the trash. Locks the files of the workspace
   * against other new ones until the unit of work ends.
   * @throws FileQuotaExceeded, FileLimitReached
   */
  async keep(work: UnitOfWork, { mediaType, pieces, ...fields }: NewFile): Promise<KeptFile> {
    const { workspaceId, em } = work;
    const plan = await this.workspaces.lockPlan(work);
    const { sha256, size } = fields;
    await this.deleteExpired(work, sha256);
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const known = await em.findOne(StoredFile, { workspaceId, sha256 }, lock);
    if (known) return { file: known, outcome: (await this.restore(work, known)) ? 'restored' : 'existing' };
    const type = await mediaType();
    await this.requireRoom(work, plan, size);
    const now = this.clock.now();
    const times = { createdAt: now, updatedAt: now, deletedAt: null };
    const file = em.create(StoredFile, { workspaceId, id: newId(), mediaType: type, ...fields, ...times });
    await work.flush();
    await writeBytes(work, file.id, pieces());
    return { file, outcome: 'created' };
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
   * Reads a file, or a range of it, without holding a connection between two pieces, so that slow clients hold none.
   * @throws Error if the file is deleted meanwhile
   */
  read(workspaceId: string, id: string, range: ByteRange): AsyncGenerator<Buffer> {
    return piecesOf((piece) => this.database.read<PieceRow>(workspaceId, selectPiece(workspaceId, id, piece)), range);
  }

  /** Reads a file in a unit of work. */
  readIn(work: UnitOfWork, id: string, size: number): AsyncGenerator<Buffer> {
    const whole = { first: 0, last: size - 1 };
    return piecesOf((piece) => work.query<PieceRow>(selectPiece(work.workspaceId, id, piece)), whole);
  }

  /** Returns the IDs and sizes of the files that an export contains. */
  stored(work: UnitOfWork): Promise<{ id: string; sha256: string; size: number }[]> {
    return work.query({
      text: `
        select f.id, f.sha256, f.size from files_files f
        where f.workspace_id = $1 and ${notExpired('f', '$2')} order by f.id`,
      values: [work.workspaceId, this.clock.now()],
    });
  }

  /** Deletes expired files that nobody sees any more, and announces it. Returns their number. */
  async deleteExpired(work: UnitOfWork, sha256: string | null, limit = 1): Promise<number> {
    const { workspaceId } = work;
    const deleted = await work.query<{ id: string }>(deleteExpired(workspaceId, sha256, this.clock.now(), limit));
    for (const { id } of deleted) work.announceIn(workspaceId, fileEvents.deleted(id));
    return deleted.length;
  }

  /** Links a file to a draft that was read from it. */
  async linkDraft(work: UnitOfWork, id: string, importId: string): Promise<void> {
    await work.query({
      text: `insert into files_links (workspace_id, file_id, target_id, kind) values ($1, $2, $3, 'draft')`,
      values: [work.workspaceId, id, importId],
    });
  }

  /** Includes the link of a committed import in exports. */
  async linkCommitted(work: UnitOfWork, importId: string): Promise<void> {
    await work.query({
      text: `update files_links set kind = 'import' where workspace_id = $1 and target_id = $2 and kind = 'draft'`,
      values: [work.workspaceId, importId],
    });
  }

  /** Returns the live files of imports, by the ID of the import. */
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

  private async requireRoom(work: UnitOfWork, plan: Plan, size: number): Promise<void> {
    const [sum] = await work.query<{ used: number }>({
      name: 'files.used',
      text: `select coalesce(sum(size), 0)::float8 as used from files_files where workspace_id = $1`,
      values: [work.workspaceId],
    });
    if (sum!.used + size > QUOTAS[plan]) throw FileQuotaExceeded(plan, QUOTAS[plan], sum!.used, size);
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
    number += 1;
    if (number % CHUNKS_ON_THE_WAY === 0) await work.query(statement);
    else work.enqueue(statement);
  }
}

async function* inChunks(pieces: Pieces): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let length = 0;
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length;) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length);
      chunk.set(part, length);
      length += part.length;
      at += part.length;
      if (length < CHUNK_BYTES) continue;
      yield chunk;
      chunk = Buffer.allocUnsafe(CHUNK_BYTES);
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
