import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { StoredType } from '@app/files';
import { FileStore, keptName } from '@app/files';
import type { UnitOfWork } from '@app/kernel';
import { Problem } from '@app/kernel';
import type { StatementFormat } from '@app/statement-files';
import type { Import } from '../imports/import.entity.js';

const MEDIA_TYPES: Readonly<Record<StatementFormat, StoredType>> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xls: 'application/vnd.ms-excel',
  html: 'text/html',
  pdf: 'application/pdf',
  ofx: 'application/x-ofx',
  qif: 'application/x-qif',
  camt053: 'application/xml',
};

const NOT_KEPT = {
  code: 'FILE_NOT_KEPT',
  detail: 'The file is not stored, because the quota of files is full or one of its transactions has too many files.',
} as const;

/** Stores the statement files of imports, unless they exceed a limit of the workspace. */
@Injectable()
export class KeptFiles {
  constructor(private readonly store: FileStore) {}

  /**
   * Stores the file of a draft without announcing it. Adds a warning to the draft if the file exceeds a limit of
   * the workspace.
   */
  async keep(work: UnitOfWork, draft: Import, bytes: Uint8Array): Promise<void> {
    const file = {
      ...{
        name: keptName(draft.filename),
        size: bytes.length,
        sha256: hash('sha256', bytes),
        source: 'import' as const,
      },
      ...{ mediaType: MEDIA_TYPES[draft.detected.format], pieces: () => [bytes] },
    };
    const [kept] = await this.store.keepAll(work, [file]);
    if (kept instanceof Problem) draft.warnings = [...draft.warnings, NOT_KEPT];
    else await this.store.linkDraft(work, kept!.file.id, draft.id);
  }
}

/** Returns the warnings of a draft that do not depend on how its file is read. */
export const lastingWarnings = ({ warnings }: Import) => warnings.filter(({ code }) => code === NOT_KEPT.code);
