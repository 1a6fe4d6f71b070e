import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import {
  Clock,
  CursorInvalid,
  Database,
  fieldPointer,
  invalidField,
  JsonText,
  newId,
  parseAmount,
  readCursor,
  ReferenceNotFound,
  ValidationFailed,
  writeCursor,
} from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { AccountNotActive, Accounts, Categories } from '@app/ledger';
import { ImportNotDraft, ImportNotFound, ImportRowNotFound } from '../importing.problems.js';
import { mappingProblems } from '../reading/statement.js';
import { StatementReader } from '../reading/statement-reader.service.js';
import type { GivenReading } from './given-reading.js';
import { laidOver } from './given-reading.js';
import { judge, keyOf } from './draft-judgement.query.js';
import { Import } from './import.entity.js';
import type { EditImportRowRequest, ListImportRowsRequest } from './import.request.js';
import type { ImportSummaryView, NewCategoryView } from './import.view.js';
import { importSummaryView, importView } from './import.view.js';
import { giveDecisions, insertRows, neededCategories, selectRows, takeRows } from './import-rows.query.js';
import type { StoredReading } from './statement-rows.js';

/** How long a draft is kept. Source: contract section 12. */
const DRAFT_RETENTION_DAYS = 30;
const ROWS_IN_DETAIL = 1_000;
const ROW_LIST = 'imports/rows';

/** Statement files as validated drafts: read, looked at and corrected before anything reaches the ledger. */
@Injectable()
export class Imports {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly reader: StatementReader,
    private readonly accounts: Accounts,
    private readonly categories: Categories,
  ) {}

  /** Makes a draft of a file. The file is read outside of any database transaction. */
  async create(
    workspaceId: string,
    accountId: string,
    file: { name: string; bytes: Buffer },
    given: GivenReading,
  ): Promise<JsonText> {
    const account = await this.database.inWorkspace(workspaceId, (work) => this.activeAccount(work, accountId));
    const reading = await this.read(file.bytes, given, account);
    return this.database.inWorkspace(workspaceId, async (work) => {
      await this.activeAccount(work, accountId);
      const made = work.em.create(Import, {
        workspaceId,
        id: newId(),
        accountId,
        filename: file.name,
        status: 'draft',
        file: file.bytes,
        given,
        ...heading(reading),
        createdAt: this.clock.now(),
      });
      await this.fill(work, made, reading);
      return this.detail(work, made);
    });
  }

  /** Every import, latest first. */
  list(workspaceId: string): Promise<ImportSummaryView[]> {
    return this.database.inWorkspace(workspaceId, async (work) => {
      const imports = await work.em.find(Import, { workspaceId }, { orderBy: { createdAt: 'desc', id: 'desc' } });
      return imports.filter((made) => !this.isExpired(made)).map(importSummaryView);
    });
  }

  get(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.inWorkspace(workspaceId, async (work) => this.detail(work, await this.find(work, id)));
  }

  /** A page of an import's rows. */
  rows(workspaceId: string, id: string, request: ListImportRowsRequest): Promise<JsonText> {
    const filters = { id, ...request };
    const position = readCursor(ROW_LIST, filters, request.cursor);
    if (position && !isRowIndex(position[0])) throw CursorInvalid();
    return this.database.inWorkspace(workspaceId, async (work) => {
      await this.find(work, id);
      const key = { workspaceId, importId: id };
      const rows = await work.query<{ body: string; index: string }>(
        selectRows(key, request.limit + 1, position?.[0] ?? null, request.status ?? null),
      );
      const shown = rows.slice(0, request.limit);
      const last = shown.at(-1);
      const next = rows.length > shown.length && last ? writeCursor(ROW_LIST, filters, [last.index]) : null;
      return new JsonText(`{"items":[${shown.map(({ body }) => body).join()}],"nextCursor":${JSON.stringify(next)}}`);
    });
  }

  /** Reads the file again, in another way or for another account. Decisions about rows are kept by their lines. */
  async edit(workspaceId: string, id: string, accountId: string | undefined, given: GivenReading): Promise<JsonText> {
    for (;;) {
      const answer = await this.readAgain(workspaceId, id, accountId, given);
      if (answer !== 'changed meanwhile') return answer;
    }
  }

  /** The file is read outside of any transaction, so somebody else may change how it is to be read meanwhile. */
  private async readAgain(
    workspaceId: string,
    id: string,
    accountId: string | undefined,
    given: GivenReading,
  ): Promise<JsonText | 'changed meanwhile'> {
    const { file, before, account } = await this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.find(work, id, 'with file');
      const into = await this.account(work, accountId ?? made.accountId);
      if (made.status !== 'draft') throw ImportNotDraft();
      const account = active(into);
      return { file: made.file!, before: { given: made.given, accountId: made.accountId }, account };
    });
    const reading = await this.read(file, laidOver(before.given, given), account);
    return this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.lockDraft(work, id);
      if (made.accountId !== before.accountId || JSON.stringify(made.given) !== JSON.stringify(before.given)) {
        return 'changed meanwhile';
      }
      await this.activeAccount(work, account.id);
      work.em.assign(made, { accountId: account.id, given: laidOver(before.given, given), ...heading(reading) });
      const [taken] = await work.query<{ decisions: string }>(takeRows(keyOf(made)));
      await this.fill(work, made, reading, taken!.decisions);
      return this.detail(work, made);
    });
  }

  /** Changes a row of a draft, leaves it out or takes it although it is a duplicate. */
  editRow(workspaceId: string, id: string, index: string, request: EditImportRowRequest): Promise<JsonText> {
    return this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.lock(work, id);
      const [row] = isRowIndex(index)
        ? await work.query<{ type: string | null }>({
            text: `select type from importing_rows where workspace_id = $1 and import_id = $2 and index = $3`,
            values: [workspaceId, id, index],
          })
        : [];
      if (!row) throw ImportRowNotFound(index);
      if (request.categoryId != null && !(await this.categories.exists(work, request.categoryId))) {
        throw ReferenceNotFound(['#/categoryId']);
      }
      if (made.status !== 'draft') throw ImportNotDraft();
      if (request.amount !== undefined && request.type === undefined && row.type === null) {
        throw invalidField(['type'], 'REQUIRED', 'is required with the amount: the file does not say it');
      }
      const { excluded, includeDuplicate, amount, ...rest } = request;
      const edits = { ...rest, ...(amount !== undefined && { amount: parseAmount(amount).toString() }) };
      await work.query({
        text: `
          update importing_rows set edits = edits || $4::jsonb, excluded = coalesce($5, excluded),
            include_duplicate = coalesce($6, include_duplicate)
          where workspace_id = $1 and import_id = $2 and index = $3`,
        values: [workspaceId, id, index, JSON.stringify(edits), excluded ?? null, includeDuplicate ?? null],
      });
      await judge(work, made);
      return this.detail(work, made);
    });
  }

  /** Deletes a draft; answers what it was. */
  delete(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.inWorkspace(workspaceId, async (work) => {
      const made = await this.lockDraft(work, id);
      const answer = await this.detail(work, made);
      work.em.remove(made);
      return answer;
    });
  }

  /** The import of the unit of work's workspace, held until it ends. */
  async lock(work: UnitOfWork, id: string): Promise<Import> {
    const made = await work.em.findOne(
      Import,
      { workspaceId: work.workspaceId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (!made || this.isExpired(made)) throw ImportNotFound(id);
    return made;
  }

  /** The whole answer about an import. */
  async detail(work: UnitOfWork, made: Import): Promise<JsonText> {
    const rows = await work.query<{ body: string }>(selectRows(keyOf(made), ROWS_IN_DETAIL));
    const needed =
      made.status === 'draft'
        ? await work.query<NewCategoryView & { kind: string }>(neededCategories(keyOf(made)))
        : [];
    const view = importView(
      made,
      needed.map(({ name, count }) => ({ name, count })),
    );
    return new JsonText(`${JSON.stringify(view).slice(0, -1)},"rows":[${rows.map(({ body }) => body).join()}]}`);
  }

  private async read(bytes: Uint8Array, given: GivenReading, account: AccountSummary): Promise<StoredReading> {
    const reading = await this.reader.read(bytes, {
      ...given,
      accountCurrency: account.currency,
      accountKind: account.kind,
    });
    const faults = mappingProblems(given.mapping ?? {}, reading.columns.length);
    if (faults.length > 0) {
      throw ValidationFailed(
        faults.map(({ key, detail }) => ({ pointer: fieldPointer(['mapping', key]), code: 'COLUMN_UNKNOWN', detail })),
      );
    }
    return reading;
  }

  private async fill(work: UnitOfWork, made: Import, reading: StoredReading, decisions = '[]'): Promise<void> {
    for (const chunk of reading.chunks) await work.query(insertRows(keyOf(made), chunk));
    if (decisions !== '[]') await work.query(giveDecisions(keyOf(made), decisions));
    await judge(work, made);
  }

  private async find(work: UnitOfWork, id: string, file?: 'with file'): Promise<Import> {
    const populate = file ? { populate: ['file'] as const } : {};
    const made = await work.em.findOne(Import, { workspaceId: work.workspaceId, id }, populate as object);
    if (!made || this.isExpired(made)) throw ImportNotFound(id);
    return made;
  }

  private async lockDraft(work: UnitOfWork, id: string): Promise<Import> {
    const made = await this.lock(work, id);
    if (made.status !== 'draft') throw ImportNotDraft();
    return made;
  }

  private async activeAccount(work: UnitOfWork, id: string): Promise<AccountSummary> {
    return active(await this.account(work, id));
  }

  private async account(work: UnitOfWork, id: string): Promise<AccountSummary> {
    const account = await this.accounts.summary(work, id);
    if (!account) throw ReferenceNotFound(['#/accountId']);
    return account;
  }

  private isExpired(made: Import): boolean {
    return made.status === 'draft' && this.clock.isPast(made.createdAt, DRAFT_RETENTION_DAYS);
  }
}

function active(account: AccountSummary): AccountSummary {
  if (account.status !== 'active') throw AccountNotActive();
  return account;
}

function isRowIndex(text: string | undefined): text is string {
  return text !== undefined && /^(0|[1-9]\d{0,8})$/.test(text);
}

function heading({ detected, mapping, columns }: StoredReading) {
  return { detected, mapping, columns };
}
