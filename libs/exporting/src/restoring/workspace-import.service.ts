import { Inject, Injectable } from '@nestjs/common';
import { FILES_TABLES, writeBytes } from '@app/files';
import type { ExportedTable, UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, Database, Problem } from '@app/kernel';
import { Categories, LedgerVerification } from '@app/ledger';
import { EXPORTED_WORKSPACE } from '@app/workspace';
import { SECTIONS } from '../sections/export-sections.query.js';
import type { ExportedLine } from './export-lines.js';
import { exportedLines, linesOf } from './export-lines.js';
import { ExportRefused } from './refusal.js';
import { rowFault } from './row-fault.js';
import { brokenRow, enterRows, overwriteWorkspace, sectionsInUse } from './section-writing.query.js';

/** Maximum rows and bytes per insert. */
const MAX_ROWS = 1_000;
const MAX_TEXT_BYTES = 1024 * 1024;

/**
 * Result of a restore: the number of restored rows by section, and the number of files that the export contains without
 * their bytes.
 */
export interface Restored {
  readonly sections: Readonly<Record<string, number>>;
  readonly filesLeftOut: number;
}

/** Bytes of the files of an export, by hash. */
interface FileBytes {
  /** Returns null if the export has no such file. */
  sizeOf(sha256: string): number | null;
  read(sha256: string): AsyncIterable<Uint8Array>;
}

interface FileRecord {
  readonly id: string;
  readonly sha256: string;
  readonly size: number;
}

export const SUBSCRIBERS = Symbol('subscribers');

/** A context that handles new transactions only in workspaces that need it. */
interface Subscriber {
  subscribe(work: UnitOfWork): Promise<void>;
}

const FILE_SECTIONS = FILES_TABLES.map(({ section }) => section);

/** Restores an export into an empty workspace. Restores nothing if any row fails. */
@Injectable()
export class WorkspaceImport {
  private readonly tables = new Map([EXPORTED_WORKSPACE, ...SECTIONS].map((table) => [table.section, table]));

  constructor(
    private readonly database: Database,
    private readonly categories: Categories,
    @Inject(SUBSCRIBERS) private readonly subscribers: readonly Subscriber[],
    private readonly verification: LedgerVerification,
  ) {}

  /**
   * Inserts all rows with their original IDs and times, and recomputes all derived figures. Locks the workspace
   * exclusively. If the transaction is retried, calls `open` again to stream the file from its start.
   * @param bytes bytes of the files; if omitted, files are not restored
   * @throws ExportRefused if the workspace is not empty or the file is not a complete export of this version
   */
  async restore(workspaceId: string, open: () => AsyncIterable<string>, bytes?: FileBytes): Promise<Restored> {
    const files = bytes === undefined ? [] : await this.fileRecords(open(), bytes);
    return this.database.transaction({ workspaceId, exclusive: true }, async (work) => {
      await this.refuseUsed(work);
      await work.query({ text: 'select ledger_keep_stamps()', values: [] });
      const restored = await this.enter(work, open(), bytes === undefined);
      for (const { id, sha256 } of files) await writeBytes(work, id, bytes!.read(sha256));
      await this.refuseBroken(work);
      await work.query(BULK_PLANNER_SETTINGS);
      for (const subscriber of this.subscribers) await subscriber.subscribe(work);
      const [mismatch] = await this.verification.rebuild(work);
      if (mismatch) {
        throw new ExportRefused(
          `${mismatch.figure} of ${mismatch.id} is ${mismatch.stored} but should be ${mismatch.expected}.`,
        );
      }
      return restored;
    });
  }

  /** Removes the starter categories of a new workspace. Rejects a workspace with any other data. */
  private async refuseUsed(work: UnitOfWork): Promise<void> {
    let used = await this.used(work);
    if (used.join() === 'categories') {
      await this.categories.removeUntouchedStarters(work);
      used = await this.used(work);
    }
    if (used.length > 0)
      throw new ExportRefused(
        `The workspace is not empty. It contains ${used.join(', ')}. Restore the file into a new workspace.`,
      );
  }

  private async used(work: UnitOfWork): Promise<string[]> {
    const tables = SECTIONS.filter(({ isInitial }) => !isInitial);
    const sections = await work.query<{ section: string }>(sectionsInUse(tables, work.workspaceId));
    return sections.map(({ section }) => section);
  }

  /** Returns the records of the files. Their bytes must be complete. @throws ExportRefused */
  private async fileRecords(text: AsyncIterable<string>, bytes: FileBytes): Promise<FileRecord[]> {
    const records: FileRecord[] = [];
    for await (const { section, text: row, line } of exportedLines(linesOf(text), SECTIONS)) {
      if (section !== 'files') continue;
      const fault = rowFault(this.tables.get(section)!, row);
      if (fault !== undefined) throw new ExportRefused(`Line ${line} ${fault}.`);
      const record = JSON.parse(row) as FileRecord;
      if (bytes.sizeOf(record.sha256) !== record.size) {
        throw new ExportRefused(`The archive has no bytes of the file ${record.id}, or a wrong number of them.`);
      }
      records.push(record);
    }
    return records;
  }

  private async enter(work: UnitOfWork, text: AsyncIterable<string>, leavesFilesOut: boolean): Promise<Restored> {
    const names = SECTIONS.map(({ section }) => section);
    const restored: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
    let waiting: ExportedLine[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      if (waiting.length > 0) await this.enterBatch(work, waiting);
      waiting = [];
      size = 0;
    };
    let filesLeftOut = 0;
    for await (const line of exportedLines(linesOf(text), SECTIONS)) {
      if (leavesFilesOut && FILE_SECTIONS.includes(line.section)) {
        if (line.section === 'files') filesLeftOut += 1;
        continue;
      }
      const table = this.tables.get(line.section)!;
      if (line.section in restored) restored[line.section]! += 1;
      if (restored[line.section]! > (table.maxRows ?? Infinity)) {
        throw new ExportRefused(`Line ${line.line} exceeds the limit of ${table.maxRows} ${line.section}.`);
      }
      if (waiting[0]?.section !== line.section || waiting.length >= MAX_ROWS || size > MAX_TEXT_BYTES) await flush();
      const fault = rowFault(table, line.text);
      if (fault !== undefined) throw new ExportRefused(`Line ${line.line} ${fault}.`);
      waiting.push(line);
      size += line.text.length;
    }
    await flush();
    return { sections: restored, filesLeftOut };
  }

  /** @throws ExportRefused with the line numbers of the batch if the database rejects a row */
  private async enterBatch(work: UnitOfWork, lines: readonly ExportedLine[]): Promise<void> {
    const [{ section, line: first }] = lines as [ExportedLine];
    const table = this.tables.get(section)!;
    const rows = lines.map(({ text }) => text);
    const entered =
      table === EXPORTED_WORKSPACE
        ? overwriteWorkspace(table, work.workspaceId, rows[0]!)
        : enterRows(table, work.workspaceId, rows);
    try {
      const updated = await work.query(entered);
      if (table === EXPORTED_WORKSPACE && updated.length === 0) {
        throw new ExportRefused(`Line ${first} has a different ${table.unchanged!.join(' or ')} than the workspace.`);
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const where = lines.length === 1 ? `Line ${first}` : `One of the lines ${first} to ${lines.at(-1)!.line}`;
      throw new ExportRefused(`${where} (${section}) cannot be restored: ${error.message}.`);
    }
  }

  private async refuseBroken(work: UnitOfWork): Promise<void> {
    for (const table of SECTIONS) await this.refuseBrokenRow(work, table);
  }

  private async refuseBrokenRow(work: UnitOfWork, table: ExportedTable): Promise<void> {
    const look = brokenRow(table, SECTIONS, work.workspaceId);
    const [broken] = look ? await work.query<{ id: string; because: string }>(look) : [];
    if (broken) throw new ExportRefused(`In ${table.section}, ${broken.because}: ${broken.id}.`);
  }
}

/** True if the error says that the database rejected the data (SQLSTATE classes 22 and 23). */
function isRefusal(error: unknown): error is Error {
  const { code } = (error ?? {}) as { code?: unknown };
  return !(error instanceof Problem) && typeof code === 'string' && /^2[23]/.test(code);
}
