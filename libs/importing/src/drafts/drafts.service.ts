import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, ReferenceNotFound } from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { AccountNotActive, Accounts } from '@app/ledger';
import { Import } from '../imports/import.entity.js';
import { Imports } from '../imports/imports.service.js';
import type { ParseOptions } from '../mappings/parse-options.js';
import { mergeOptions } from '../mappings/parse-options.js';
import { deleteRows } from '../rows/import-rows.query.js';
import { loadFile, saveFile } from './draft-files.query.js';
import type { DraftStatement } from './draft-reading.service.js';
import { DraftReading } from './draft-reading.service.js';

/** Statement files as validated drafts: read, looked at and corrected before anything reaches the ledger. */
@Injectable()
export class Drafts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly reading: DraftReading,
    private readonly accounts: Accounts,
  ) {}

  /** Makes a draft of a file. The file is read outside of any database transaction. */
  async create(
    workspaceId: string,
    accountId: string,
    file: { name: string; bytes: Buffer },
    options: ParseOptions,
  ): Promise<JsonText> {
    const account = await this.database.transaction({ workspaceId }, (work) => this.activeAccount(work, accountId));
    const statement = await this.reading.read(workspaceId, file.bytes, options, account);
    const fill = async (work: UnitOfWork) => {
      await this.activeAccount(work, accountId);
      const draft = work.em.create(Import, {
        ...{ workspaceId, id: newId(), accountId, filename: file.name, status: 'draft', parseOptions: options },
        ...{ accounts: [], undone: [], newCategories: [] },
        ...headOf(statement, account),
        createdAt: this.clock.now(),
      });
      work.audit(draft.id);
      await saveFile(work, draft.key(), statement.bytes);
      await this.reading.fill(work, draft, statement);
      return this.imports.detail(work, draft);
    };
    return this.database.transaction({ workspaceId }, fill).finally(() => statement.close());
  }

  /** Reads the file again, in another way or for another account. Decisions about rows are kept by their lines. */
  async edit(workspaceId: string, id: string, accountId: string | undefined, options: ParseOptions): Promise<JsonText> {
    for (;;) {
      const answer = await this.readAgain(workspaceId, id, accountId, options);
      if (answer !== 'changed meanwhile') return answer;
    }
  }

  /** Deletes a draft; answers what it was. */
  delete(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const draft = await this.lockDraft(work, id);
      const answer = await this.imports.detail(work, draft);
      work.em.remove(draft);
      return answer;
    });
  }

  /** The file is read outside of any transaction, so another request may change how it is to be read meanwhile. */
  private async readAgain(
    workspaceId: string,
    id: string,
    accountId: string | undefined,
    options: ParseOptions,
  ): Promise<JsonText | 'changed meanwhile'> {
    const { file, before, account } = await this.database.transaction({ workspaceId }, async (work) => {
      const draft = await this.imports.find(work, id);
      const into = await this.account(work, accountId ?? draft.accountId);
      draft.requireDraft();
      const { parseOptions, remembered } = draft;
      return {
        file: await loadFile(work, draft.key()),
        before: { parseOptions, remembered, accountId: draft.accountId },
        account: active(into),
      };
    });
    const parseOptions = mergeOptions(before.parseOptions, options);
    const statement = await this.reading.read(workspaceId, file, parseOptions, account, before.remembered);
    const fill = async (work: UnitOfWork) => {
      const draft = await this.lockDraft(work, id);
      const isSame = JSON.stringify(draft.parseOptions) === JSON.stringify(before.parseOptions);
      if (draft.accountId !== before.accountId || !isSame) return 'changed meanwhile' as const;
      await this.activeAccount(work, account.id);
      work.em.assign(draft, { accountId: account.id, parseOptions, ...headOf(statement, account) });
      const [deleted] = await work.query<{ decisions: string }>(deleteRows(draft.key()));
      await this.reading.fill(work, draft, statement, deleted!.decisions);
      return this.imports.detail(work, draft);
    };
    return this.database.transaction({ workspaceId }, fill).finally(() => statement.close());
  }

  private async lockDraft(work: UnitOfWork, id: string): Promise<Import> {
    const draft = await this.imports.lock(work, id);
    draft.requireDraft();
    return draft;
  }

  private async activeAccount(work: UnitOfWork, id: string): Promise<AccountSummary> {
    return active(await this.account(work, id));
  }

  private async account(work: UnitOfWork, id: string): Promise<AccountSummary> {
    const account = await this.accounts.summary(work, id);
    if (!account) throw ReferenceNotFound(['#/accountId']);
    return account;
  }
}

function active(account: AccountSummary): AccountSummary {
  if (account.status !== 'active') throw AccountNotActive();
  return account;
}

/** What is stored of a statement but its rows. */
function headOf(statement: DraftStatement, { currency }: AccountSummary) {
  const { detected, mapping, columns, warnings, layout, remembered } = statement;
  const { balanceSign, statedOpening, statedClosing } = statement;
  const found = { detected, mapping, columns, warnings, layout, remembered };
  return { ...found, balanceSign, statedOpening, statedClosing, currency };
}
