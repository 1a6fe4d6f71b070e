import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, isIndex, JsonText, pageOf, pageStart, pageText } from '@app/kernel';
import { Accounts } from '@app/ledger';
import { ImportNotFound } from '../importing.problems.js';
import { statementBalances } from '../rows/balance-checks.query.js';
import { neededCategories } from '../suggestions/category-suggestions.query.js';
import { DraftValidation } from './draft-validation.service.js';
import { Import } from './import.entity.js';
import type { ListImportRowsRequest } from './import.request.js';
import type { ImportSummaryView, NewCategoryView } from './import.view.js';
import { importSummaryView, importView } from './import.view.js';
import { selectRows } from '../rows/import-rows.query.js';
import type { Reconciliation, StatementBalances } from './reconciliation.js';
import { reconciliation } from './reconciliation.js';

/** How long a draft is kept. Source: contract section 12. */
const DRAFT_RETENTION_DAYS = 30;
const ROWS_IN_DETAIL = 1_000;
const ROW_LIST = 'imports/rows';

/** Imports and their rows, to be looked at. */
@Injectable()
export class Imports {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly validation: DraftValidation,
  ) {}

  /** Every import, latest first. */
  list(workspaceId: string): Promise<ImportSummaryView[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const imports = await work.em.find(
        Import,
        { workspaceId },
        { orderBy: { createdAt: 'desc', id: 'desc' }, exclude: ['columns', 'detected', 'reconciliation', 'undone'] },
      );
      return imports.filter((statementImport) => !this.isExpired(statementImport)).map(importSummaryView);
    });
  }

  get(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => this.detail(work, await this.fresh(work, id)));
  }

  /** A page of an import's rows. */
  rows(workspaceId: string, id: string, request: ListImportRowsRequest): Promise<JsonText> {
    const filters = { id, ...request };
    const position = pageStart(ROW_LIST, filters, isIndex);
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.fresh(work, id);
      const key = { workspaceId, importId: id };
      const rows = await work.query<{ body: string; index: string }>(
        selectRows(key, request.limit + 1, position?.[0] ?? null, request.status ?? null),
      );
      const { items, nextCursor } = pageOf(ROW_LIST, filters, rows, ({ index }) => [index]);
      return new JsonText(
        pageText(
          items.map(({ body }) => body),
          nextCursor,
        ),
      );
    });
  }

  async find(work: UnitOfWork, id: string): Promise<Import> {
    const statementImport = await work.em.findOne(Import, { workspaceId: work.workspaceId, id });
    if (!statementImport || this.isExpired(statementImport)) throw ImportNotFound(id);
    return statementImport;
  }

  /** The import of the unit of work's workspace, held until it ends. */
  async lock(work: UnitOfWork, id: string): Promise<Import> {
    const statementImport = await work.em.findOne(
      Import,
      { workspaceId: work.workspaceId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!statementImport || this.isExpired(statementImport)) throw ImportNotFound(id);
    return statementImport;
  }

  /** An import whose rows, where it is a draft, say what a commit would do now. */
  private async fresh(work: UnitOfWork, id: string): Promise<Import> {
    return this.validation.refresh(work, await this.find(work, id), () => this.lock(work, id));
  }

  /** The whole answer about an import. */
  async detail(work: UnitOfWork, statementImport: Import): Promise<JsonText> {
    const rows = await work.query<{ body: string }>(selectRows(statementImport.key(), ROWS_IN_DETAIL));
    const needed =
      statementImport.status === 'draft'
        ? await work.query<NewCategoryView & { kind: string }>(neededCategories(statementImport.key()))
        : statementImport.newCategories;
    const view = importView(
      statementImport,
      needed.map(({ name, count }) => ({ name, count })),
      statementImport.status === 'draft'
        ? await this.reconcile(work, statementImport)
        : (statementImport.reconciliation ?? null),
    );
    return new JsonText(`${JSON.stringify(view).slice(0, -1)},"rows":[${rows.map(({ body }) => body).join()}]}`);
  }

  /** Holds the statement of a draft against its account, as both are now. */
  async reconcile(work: UnitOfWork, statementImport: Import): Promise<Reconciliation | null> {
    const account = await this.accounts.summary(work, statementImport.accountId);
    const sign = statementImport.balanceSign ?? null;
    const [rows] =
      sign === null
        ? []
        : await work.query<StatementBalances & Record<string, unknown>>(statementBalances(statementImport.key(), sign));
    return reconciliation({
      accountKind: account?.kind ?? 'asset',
      balanceSign: sign,
      rows: rows ?? null,
      statedOpening: statementImport.statedOpening ?? null,
      statedClosing: statementImport.statedClosing ?? null,
      accountBalance: account?.balance.minor ?? null,
      readyChange: BigInt(statementImport.readyChange),
    });
  }

  private isExpired(statementImport: Pick<Import, 'status' | 'createdAt'>): boolean {
    return statementImport.status === 'draft' && this.clock.isPast(statementImport.createdAt, DRAFT_RETENTION_DAYS);
  }
}
