import type { UnitOfWork } from '@app/kernel';
import type { ImportKey } from '../rows/import-key.js';

const MIB = 1024 * 1024;
const WRITTEN_PIECE_BYTES = 4 * MIB;
/**
 * Number of bytes per read. The driver returns bytea as hexadecimal text, and small pieces of it are cheap to
 * garbage-collect.
 */
const READ_PIECE_BYTES = 48 * 1024;

/** Stores the file in pieces, because the ORM would encode the whole file as hexadecimal text first. */
export async function saveFile(
  work: UnitOfWork,
  { workspaceId, importId }: ImportKey,
  bytes: Uint8Array,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += WRITTEN_PIECE_BYTES) {
    await work.query({
      text: `update importing_imports set file = coalesce(file, '') || $3::bytea where workspace_id = $1 and id = $2`,
      values: [workspaceId, importId, bytes.subarray(from, from + WRITTEN_PIECE_BYTES)],
    });
  }
}

export async function loadFile(work: UnitOfWork, { workspaceId, importId }: ImportKey): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  for (let from = 0; bytes === undefined || from < bytes.length; from += READ_PIECE_BYTES) {
    const [part] = await work.query<{ size: number; piece: Buffer }>({
      text: `select octet_length(file) as size, substr(file, $3, $4) as piece
        from importing_imports where workspace_id = $1 and id = $2`,
      values: [workspaceId, importId, from + 1, READ_PIECE_BYTES],
    });
    bytes ??= new Uint8Array(part!.size);
    bytes.set(part!.piece, from);
  }
  return bytes;
}
