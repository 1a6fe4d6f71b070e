import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { FileStore } from '@app/files';
import type { UnitOfWork } from '@app/kernel';
import {
  Clock,
  Database,
  isIndex,
  JsonText,
  Money,
  pageOf,
  pageStart,
  pageText,
  ReferenceNotFound,
  Values,
} from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { Accounts } from '@app/ledger';
import { ImportNotFound } from '../importing.problems.js';
import { statementBalances } from '../rows/balance-checks.query.js';
import { neededCategories } from '../suggestions/category-suggestions.query.js';
import { DraftValidation } from './draft-validation.service.js';
import { Import } from './import.entity.js';
import type { ListImportRowsRequest } from './import.request.js';
import type { ImportSummaryView, NewCategoryView } from './import.view.js';
import { importView, summaryView } from './import.view.js';
import type { SummaryRow } from './import-summaries.query.js';
import { selectSummaries } from './import-summaries.query.js';
import { selectCounts } from '../rows/duplicates.query.js';
import type { ImportKey } from '../rows/import-key.js';
import { selectEntriesState, selectFingerprint, selectRows } from '../rows/import-rows.query.js';
import type { Reconciliation, StatementBalances } from './reconciliation.js';
import { reconciliation } from './reconciliation.js';

const ROWS_IN_DETAIL = 1_000;
const ROW_LIST = 'imports/rows';

@Injectable()
export class Imports {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly validation: DraftValidation,
    private readonly files: FileStore,
  ) {}

  list(workspaceId: string): Promise<ImportSummaryView[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const imports = await work.query<SummaryRow>(selectSummaries(workspaceId, this.clock.now()));
      const files = await this.files.ofImports(
        work,
        imports.map(({ id }) => id),
      );
      return imports.map((summary) => summaryView(summary, files.get(summary.id)));
    });
  }

  /** Returns an import. A stale draft is validated again, but the result is not stored. */
  get(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const statementImport = await this.look(work, id);
      if (!(await this.validation.isStale(work, statementImport))) return this.detail(work, statementImport);
      const [now] = await this.validation.readNow<Shown & { counts: Counts }>(work, statementImport, (values) => {
        const counts = `(select row_to_json(c) from (${selectCounts(values, statementImport.key())}) c)`;
        return `${shownOf(values, statementImport.key())}, ${counts} as counts`;
      });
      return this.answer(work, Object.assign(statementImport, now!.counts), now!);
    });
  }

  /**
   * Returns a fingerprint of the reading options, the decisions about rows, and the commit, but not of later changes.
   * @throws ImportNotFound
   */
  fingerprint(workspaceId: string, id: string): Promise<string> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.look(work, id);
      const [row] = await work.query<{ fingerprint: string }>(selectFingerprint({ workspaceId, importId: id }));
      return row!.fingerprint;
    });
  }

  async entriesState(workspaceId: string, id: string): Promise<string> {
    const [row] = await this.database.read<{ state: string }>(
      workspaceId,
      selectEntriesState({ workspaceId, importId: id }),
    );
    return row!.state;
  }

  /**
   * Returns rows of an import. A page of large rows may have fewer items than its limit. The rows of a stale draft are
   * validated again, but the result is not stored.
   */
  rows(workspaceId: string, id: string, request: ListImportRowsRequest): Promise<JsonText> {
    const filters = { id, ...request };
    const position = pageStart(ROW_LIST, filters, isIndex);
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const statementImport = await this.look(work, id);
      const selection = { limit: request.limit + 1, after: position?.[0] ?? null, status: request.status ?? null };
      const query = (bound: Values) => selectRows(bound, statementImport.key(), selection);
      const values = new Values();
      const rows = (await this.validation.isStale(work, statementImport))
        ? await this.validation.readNow<ShownRow>(work, statementImport, query)
        : await work.query<ShownRow>({ text: query(values), values: values.list });
      const fitting = rows.filter(({ body }) => body !== null).length;
      const page = { ...filters, limit: Math.min(fitting, request.limit) };
      const { items, nextCursor } = pageOf(ROW_LIST, page, rows, ({ index }) => [index]);
      return new JsonText(
        pageText(
          items.map(({ body }) => body!),
          nextCursor,
        ),
      );
    });
  }

  validateAgain(work: UnitOfWork, draft: Import): Promise<void> {
    return this.validation.validateAgain(work, draft);
  }

  async lock(work: UnitOfWork, id: string): Promise<Import> {
    const statementImport = await work.em.findOne(
      Import,
      { workspaceId: work.workspaceId, id },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
    if (!statementImport || statementImport.isExpired(this.clock)) throw ImportNotFound(id);
    return statementImport;
  }

  /** Finds an import without tracking its changes. @throws ImportNotFound */
  private async look(work: UnitOfWork, id: string): Promise<Import> {
    const key = { workspaceId: work.workspaceId, id };
    const statementImport = await work.em.findOne(Import, key, { disableIdentityMap: true });
    if (!statementImport || statementImport.isExpired(this.clock)) throw ImportNotFound(id);
    return statementImport;
  }

  /** @throws ReferenceNotFound */
  async account(work: UnitOfWork, id: string): Promise<AccountSummary> {
    const account = await this.accounts.summary(work, id);
    if (!account) throw ReferenceNotFound(['#/accountId']);
    return account;
  }

  /** Changes the file link of a draft to a link of the committed import. */
  linkFile(work: UnitOfWork, { id }: Import): Promise<void> {
    return this.files.linkCommitted(work, id);
  }

  async detail(work: UnitOfWork, statementImport: Import): Promise<JsonText> {
    const values = new Values();
    const text = shownOf(values, statementImport.key());
    const [shown] = await work.query<Shown>({ text, values: values.list });
    return this.answer(work, statementImport, shown!);
  }

  private async answer(work: UnitOfWork, statementImport: Import, { rows, needed }: Shown): Promise<JsonText> {
    const isDraft = statementImport.isDraft();
    const view = importView(
      statementImport,
      isDraft ? needed.map(({ name, count }) => ({ name, count })) : statementImport.newCategories,
      isDraft ? await this.reconcile(work, statementImport) : (statementImport.reconciliation ?? null),
      (await this.files.ofImports(work, [statementImport.id])).get(statementImport.id),
    );
    return new JsonText(`${JSON.stringify(view).slice(0, -1)},"rows":[${rows}]}`);
  }

  async reconcile(work: UnitOfWork, statementImport: Import): Promise<Reconciliation | null> {
    const account = await this.accounts.summary(work, statementImport.accountId);
    const sign = statementImport.balanceSign ?? null;
    const [rows] =
      sign === null
        ? []
        : await work.query<StatementBalances & Record<string, unknown>>(statementBalances(statementImport.key(), sign));
    // The account of a draft may have been deleted. XXX means "no currency" in ISO 4217.
    const money = (minor: bigint) => Money.ofMinor(minor, account?.currency ?? 'XXX');
    const { statedOpening, statedClosing, readyChange } = statementImport;
    return reconciliation({
      accountKind: account?.kind ?? 'asset',
      balanceSign: sign,
      rows: rows ?? null,
      statedOpening: statedOpening == null ? null : money(statedOpening),
      statedClosing: statedClosing == null ? null : money(statedClosing),
      accountBalance: account?.balance ?? null,
      readyChange: money(BigInt(readyChange)),
    });
  }
}

interface ShownRow extends Record<string, unknown> {
  /** Null if the row does not fit on the page. */
  readonly body: string | null;
  readonly index: string;
}

interface Shown extends Record<string, unknown> {
  readonly rows: string;
  readonly needed: readonly NewCategoryView[];
}

type Counts = Pick<Import, 'total' | 'ready' | 'errors' | 'duplicates' | 'excluded' | 'readyChange'>;

function shownOf(values: Values, key: ImportKey): string {
  const rows = selectRows(values, key, { limit: ROWS_IN_DETAIL });
  return `
    select (select coalesce(string_agg(r.body, ',' order by r.index::int), '') from (${rows}) r) as rows,
      (select coalesce(json_agg(n order by n.name), '[]') from (${neededCategories(values, key)}) n) as needed`;
}
