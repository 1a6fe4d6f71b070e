import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, Database, newId, ReferenceNotFound } from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { AccountNotActive, Accounts } from '@app/ledger';
import { ImportNotDraft } from '../importing.problems.js';
import { keyOf } from './draft-judgement.service.js';
import type { RememberingReading } from './draft-reading.service.js';
import { DraftReading } from './draft-reading.service.js';
import type { GivenReading } from './given-reading.js';
import { laidOver } from './given-reading.js';
import { Import } from './import.entity.js';
import { takeRows } from './import-rows.query.js';
import { Imports } from './imports.service.js';

const MIB = 1024 * 1024;
const WRITTEN_PIECE_BYTES = 4 * MIB;
/** What is read comes in digits, and is gathered several times on its way. */
const READ_PIECE_BYTES = MIB;

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
    given: GivenReading,
  ): Promise<JsonText> {
    const account = await this.database.transaction({ workspaceId }, (work) => this.activeAccount(work, accountId));
    const reading = await this.reading.read(workspaceId, file.bytes, given, account);
    const fill = async (work: UnitOfWork) => {
      await this.activeAccount(work, accountId);
      const made = work.em.create(Import, {
        workspaceId,
        id: newId(),
        accountId,
        filename: file.name,
        status: 'draft',
        given,
        accounts: [],
        undone: [],
        newCategories: [],
        ...heading(reading, account),
        createdAt: this.clock.now(),
      });
      await keepFile(work, made, reading.bytes);
      await this.reading.fill(work, made, reading);
      return this.imports.detail(work, made);
    };
    return this.database.transaction({ workspaceId }, fill).finally(() => reading.close());
  }

  /** Reads the file again, in another way or for another account. Decisions about rows are kept by their lines. */
  async edit(workspaceId: string, id: string, accountId: string | undefined, given: GivenReading): Promise<JsonText> {
    for (;;) {
      const answer = await this.readAgain(workspaceId, id, accountId, given);
      if (answer !== 'changed meanwhile') return answer;
    }
  }

  /** Deletes a draft; answers what it was. */
  delete(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const made = await this.lockDraft(work, id);
      const answer = await this.imports.detail(work, made);
      work.em.remove(made);
      return answer;
    });
  }

  /** The file is read outside of any transaction, so somebody else may change how it is to be read meanwhile. */
  private async readAgain(
    workspaceId: string,
    id: string,
    accountId: string | undefined,
    given: GivenReading,
  ): Promise<JsonText | 'changed meanwhile'> {
    const { file, before, account } = await this.database.transaction({ workspaceId }, async (work) => {
      const made = await this.imports.find(work, id);
      const into = await this.account(work, accountId ?? made.accountId);
      if (made.status !== 'draft') throw ImportNotDraft();
      const { given, remembered } = made;
      return {
        file: await keptFile(work, id),
        before: { given, remembered, accountId: made.accountId },
        account: active(into),
      };
    });
    const reading = await this.reading.read(
      workspaceId,
      file,
      laidOver(before.given, given),
      account,
      before.remembered,
    );
    const fill = async (work: UnitOfWork) => {
      const made = await this.lockDraft(work, id);
      if (made.accountId !== before.accountId || JSON.stringify(made.given) !== JSON.stringify(before.given)) {
        return 'changed meanwhile' as const;
      }
      await this.activeAccount(work, account.id);
      const changes = { accountId: account.id, given: laidOver(before.given, given), ...heading(reading, account) };
      work.em.assign(made, changes);
      const [taken] = await work.query<{ decisions: string }>(takeRows(keyOf(made)));
      await this.reading.fill(work, made, reading, taken!.decisions);
      return this.imports.detail(work, made);
    };
    return this.database.transaction({ workspaceId }, fill).finally(() => reading.close());
  }

  private async lockDraft(work: UnitOfWork, id: string): Promise<Import> {
    const made = await this.imports.lock(work, id);
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
}

/** The file goes to PostgreSQL as it is, piece by piece: as an entity's field it would be written out in digits first. */
async function keepFile(work: UnitOfWork, made: Import, bytes: Uint8Array): Promise<void> {
  for (let from = 0; from < bytes.length; from += WRITTEN_PIECE_BYTES) {
    await work.query({
      text: `update importing_imports set file = coalesce(file, '') || $3::bytea where workspace_id = $1 and id = $2`,
      values: [made.workspaceId, made.id, bytes.subarray(from, from + WRITTEN_PIECE_BYTES)],
    });
  }
}

/** The file as it was kept, in one piece of memory that is nobody else's. */
async function keptFile(work: UnitOfWork, id: string): Promise<Uint8Array> {
  let bytes: Uint8Array | undefined;
  for (let from = 0; bytes === undefined || from < bytes.length; from += READ_PIECE_BYTES) {
    const [one] = await work.query<{ size: number; piece: Buffer }>({
      text: `select octet_length(file) as size, substr(file, $3, $4) as piece
        from importing_imports where workspace_id = $1 and id = $2`,
      values: [work.workspaceId, id, from + 1, READ_PIECE_BYTES],
    });
    bytes ??= new Uint8Array(one!.size);
    bytes.set(one!.piece, from);
  }
  return bytes;
}

function active(account: AccountSummary): AccountSummary {
  if (account.status !== 'active') throw AccountNotActive();
  return account;
}

function heading(reading: RememberingReading, { currency }: AccountSummary) {
  const { detected, mapping, columns, layout, remembered, balanceSign, statedOpening, statedClosing } = reading;
  return { detected, mapping, columns, layout, remembered, balanceSign, statedOpening, statedClosing, currency };
}
