import type { ExportedTable } from '@app/kernel';
import { isLine, notExpired } from '@app/kernel';
import { fileName } from './file-name.js';
import { STORED_TYPES } from './media-type.js';

/**
 * Metadata of files. Their bytes are separate entries of a ZIP export. Restoring an export without the bytes skips the
 * sections `files` and `fileLinks`.
 */
export const FILES_TABLES: readonly ExportedTable[] = [
  {
    section: 'files',
    addedLater: true,
    table: 'files_files',
    fields: {
      id: 'id',
      name: 'text',
      mediaType: 'text',
      size: 'integer',
      sha256: 'text',
      source: 'text',
      createdAt: 'instant',
      updatedAt: 'instant',
      deletedAt: 'instant?',
    },
    order: 't.id',
    which: notExpired('t', '$2'),
    allowed: {
      name: (name) => fileName().check(name),
      mediaType: (type) => (STORED_TYPES as readonly unknown[]).includes(type),
      sha256: isLine(64, 64),
    },
  },
  {
    section: 'fileLinks',
    addedLater: true,
    table: 'files_links',
    fields: { fileId: 'id', targetId: 'id', kind: 'text' },
    joined: 'join files_files f on f.workspace_id = t.workspace_id and f.id = t.file_id',
    order: 't.file_id, t.target_id',
    which: `t.kind <> 'draft' and ${notExpired('f', '$2')} and (t.kind <> 'transaction' or exists (
      select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.target_id))`,
    impossible: {
      rows: `
        select l.target_id as id from files_links l where l.workspace_id = $1 and (l.kind = 'draft'
          or l.kind = 'transaction' and not exists (
            select from ledger_kept_transactions($1, '-infinity') kept where kept.id = l.target_id))`,
      because: 'a file belongs to a transaction that does not exist or to a draft',
    },
  },
];
