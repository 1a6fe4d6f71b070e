import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { FairQueue, Page, UnitOfWork } from '@app/kernel';
import {
  Clock,
  Database,
  isId,
  LongWork,
  pageOf,
  pageStart,
  ReferenceNotFound,
  timestamp,
  TRASH_RETENTION_DAYS,
} from '@app/kernel';
import type { LockedTransaction } from '@app/ledger';
import { transactionEvents, TransactionInTrash, TransactionNotFound, Transactions } from '@app/ledger';
import type { ReceivedFile } from './file-upload.interceptor.js';
import { StoredFile } from './file.entity.js';
import type { FileRow } from './file.query.js';
import { addFiles, countFile, listFiles, selectFile } from './file.query.js';
import type { ListFilesRequest } from './file.request.js';
import type { FileView, UploadedFileView } from './file.view.js';
import type { NewFile } from './file-store.service.js';
import { FileStore } from './file-store.service.js';
import { fileEvents } from './files.events.js';
import { FileInTrash, FileLimitReached, FileNotFound, FileNotInTrash } from './files.problems.js';
import { MAX_FILES_PER_TRANSACTION, MAX_TRANSACTIONS_PER_FILE } from './files.problems.js';
import { HEAD_BYTES, mediaTypeOf } from './media-type.js';

const LIST = 'files';
/** Maximum number of uploads that hold a connection at the same time. Workspaces take turns. */
const MAX_STORING = 4;

@Injectable()
export class Files {
  private readonly storing: FairQueue;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly store: FileStore,
    private readonly transactions: Transactions,
    work: LongWork,
  ) {
    this.storing = work.queue('file_storing', { capacity: MAX_STORING });
  }

  /**
   * Stores an uploaded file and links it to a transaction if the request names one.
   * @throws UnsupportedMediaType, FileQuotaExceeded, FileLimitReached, ReferenceNotFound, TransactionInTrash
   */
  async upload(
    workspaceId: string,
    { spool, sha256, size }: ReceivedFile,
    name: string,
    transactionId: string | undefined,
  ): Promise<UploadedFileView> {
    const mediaType = mediaTypeOf(await spool.head(HEAD_BYTES));
    const added = { name, size, sha256, source: 'upload', mediaType, pieces: () => spool.pieces() } as const;
    const leave = await this.storing.acquire({ group: workspaceId });
    try {
      return await this.database.transaction({ workspaceId }, async (work) => {
        const { id, outcome, linked } = await this.add(work, added, transactionId);
        work.audit(id);
        if (outcome === 'created') work.announce(fileEvents.created(id));
        else if (outcome === 'restored') work.announce(fileEvents.restored(id));
        else if (linked) announceLink(work, transactionId!, linked);
        return { ...(await this.one(work, id)), deduplicated: outcome !== 'created' };
      });
    } finally {
      leave();
    }
  }

  /** Stores a file and links it in a unit of work, without a public event. `linked` is null if no link was added. */
  async add(work: UnitOfWork, added: NewFile, transactionId: string | undefined) {
    const { file, outcome } = await this.store.keep(work, added);
    if (transactionId === undefined) return { id: file.id, outcome, linked: null };
    const transaction = await this.transactions.lock(work, transactionId);
    if (transaction === null) throw ReferenceNotFound(['#/transactionId']);
    const isLinked = await this.attach(work, file, transactionId, transaction);
    return { id: file.id, outcome, linked: isLinked ? transaction : null };
  }

  async list(workspaceId: string, request: ListFilesRequest): Promise<Page<FileView>> {
    const position = pageStart(LIST, request, isInstant, isId);
    const statement = listFiles(workspaceId, request, position, this.clock.now());
    const rows = await this.database.read<FileRow>(workspaceId, statement);
    return pageOf(LIST, request, rows, ({ createdAt, id }) => [createdAt, id]);
  }

  /** Returns the live files of a transaction. */
  async ofTransaction(workspaceId: string, transactionId: string): Promise<FileView[]> {
    return (await this.list(workspaceId, { limit: MAX_FILES_PER_TRANSACTION, transactionId })).items;
  }

  /** @throws FileNotFound */
  async get(workspaceId: string, id: string): Promise<FileView> {
    const [file] = await this.database.read<FileRow>(workspaceId, selectFile(workspaceId, id, this.clock.now()));
    if (!file) throw FileNotFound(id);
    return file;
  }

  /** @throws FileNotFound, FileInTrash */
  rename(workspaceId: string, id: string, name: string | undefined): Promise<FileView> {
    return this.change(workspaceId, id, async (work, file) => {
      if (file.deletedAt !== null) throw FileInTrash();
      if (name === undefined || name === file.name) return;
      file.name = name;
      file.updatedAt = this.clock.now();
      work.announce(fileEvents.updated(id, { changed: ['name'] }));
    });
  }

  /** Moves a file to the trash. Idempotent. @throws FileNotFound */
  trash(workspaceId: string, id: string): Promise<FileView> {
    return this.change(workspaceId, id, async (work, file) => {
      if (file.deletedAt !== null) return;
      file.deletedAt = file.updatedAt = this.clock.now();
      await work.query(countFile(workspaceId, id, -1));
      work.announce(fileEvents.trashed(id));
    });
  }

  /** @throws FileNotFound, FileNotInTrash, FileLimitReached */
  restore(workspaceId: string, id: string): Promise<FileView> {
    return this.change(workspaceId, id, async (work, file) => {
      if (!(await this.store.restore(work, file))) throw FileNotInTrash();
      work.announce(fileEvents.restored(id));
    });
  }

  /** @throws FileNotFound, FileNotInTrash */
  deletePermanently(workspaceId: string, id: string): Promise<FileView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const file = await this.lock(work, id);
      if (file === null) throw FileNotFound(id);
      if (file.deletedAt === null) throw FileNotInTrash();
      const deleted = await this.one(work, id);
      work.em.remove(file);
      work.announce(fileEvents.deleted(id));
      return deleted;
    });
  }

  /** @throws TransactionNotFound, TransactionInTrash, ReferenceNotFound, FileLimitReached */
  link(workspaceId: string, transactionId: string, id: string): Promise<FileView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const file = await this.lock(work, id);
      const transaction = await this.lockTransaction(work, transactionId);
      if (file === null || file.deletedAt !== null) throw ReferenceNotFound(['#/fileId']);
      if (await this.attach(work, file, transactionId, transaction)) announceLink(work, transactionId, transaction);
      return this.one(work, id);
    });
  }

  /** @throws TransactionNotFound, FileNotFound, TransactionInTrash */
  unlink(workspaceId: string, transactionId: string, id: string): Promise<FileView> {
    return this.change(workspaceId, id, async (work, file) => {
      const transaction = await this.lockTransaction(work, transactionId);
      if (transaction.isTrashed) throw TransactionInTrash();
      if (file.deletedAt !== null) return;
      const unlinked = await work.query({
        text: `
          delete from files_links where workspace_id = $1 and file_id = $2 and target_id = $3 and kind = 'transaction'
          returning file_id`,
        values: [workspaceId, id, transactionId],
      });
      if (unlinked.length === 0) return;
      await work.query(addFiles(workspaceId, transactionId, -1));
      file.updatedAt = this.clock.now();
      announceLink(work, transactionId, transaction);
    });
  }

  /** Links a live file to a locked transaction. Returns false if it is already linked. */
  private async attach(
    work: UnitOfWork,
    file: StoredFile,
    transactionId: string,
    { isTrashed }: LockedTransaction,
  ): Promise<boolean> {
    if (isTrashed) throw TransactionInTrash();
    const [link] = await work.query<{ others: number }>({
      name: 'files.link',
      text: `
        insert into files_links (workspace_id, file_id, target_id, kind) values ($1, $2, $3, 'transaction')
        on conflict do nothing
        returning (select count(*) from files_links l
          where l.workspace_id = $1 and l.file_id = $2 and l.kind = 'transaction')::int as others`,
      values: [work.workspaceId, file.id, transactionId],
    });
    if (!link) return false;
    if (link.others >= MAX_TRANSACTIONS_PER_FILE) {
      throw FileLimitReached(`The file already belongs to ${MAX_TRANSACTIONS_PER_FILE} transactions.`);
    }
    await work.query(addFiles(work.workspaceId, transactionId, 1));
    file.updatedAt = this.clock.now();
    return true;
  }

  private async lock(work: UnitOfWork, id: string): Promise<StoredFile | null> {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const file = await work.em.findOne(StoredFile, { workspaceId: work.workspaceId, id }, lock);
    const isExpired = file?.deletedAt != null && this.clock.isPast(file.deletedAt, TRASH_RETENTION_DAYS);
    return isExpired ? null : file;
  }

  private async lockTransaction(work: UnitOfWork, id: string): Promise<LockedTransaction> {
    const transaction = await this.transactions.lock(work, id);
    if (transaction === null) throw TransactionNotFound(id);
    return transaction;
  }

  private change(
    workspaceId: string,
    id: string,
    act: (work: UnitOfWork, file: StoredFile) => Promise<void>,
  ): Promise<FileView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const file = await this.lock(work, id);
      if (file === null) throw FileNotFound(id);
      await act(work, file);
      return this.one(work, id);
    });
  }

  private async one(work: UnitOfWork, id: string): Promise<FileView> {
    const [file] = await work.query<FileRow>(selectFile(work.workspaceId, id, this.clock.now()));
    if (!file) throw FileNotFound(id);
    return file;
  }
}

function announceLink(work: UnitOfWork, transactionId: string, { accountIds }: LockedTransaction): void {
  work.announce(transactionEvents.updated(transactionId, { changed: ['files'], data: { accountIds } }));
}

const isInstant = (text: string) => timestamp().check(text);
