import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, newId } from '@app/kernel';
import { requireActive } from '@app/ledger';
import { factsOf, importEvents } from '../importing.events.js';
import { Import } from '../imports/import.entity.js';
import { importView } from '../imports/import.view.js';
import { Imports } from '../imports/imports.service.js';
import type { DraftAmounts } from '../draft-quota.js';
import type { ParseOptions } from '../mappings/parse-options.js';
import { mergeOptions } from '../mappings/parse-options.js';
import { deleteRows } from '../rows/import-rows.query.js';
import { saveFile } from './draft-files.query.js';
import { KeptFiles, lastingWarnings } from './kept-files.service.js';
import type { ReadingCaller } from '../statements/statement-reader.service.js';
import type { DraftStatement } from './draft-reading.service.js';
import { DraftReading } from './draft-reading.service.js';

@Injectable()
export class Drafts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly imports: Imports,
    private readonly reading: DraftReading,
    private readonly kept: KeptFiles,
  ) {}

  /** Creates a draft. Reads the file before the transaction starts, because a transaction holds a connection. */
  create(
    caller: ReadingCaller,
    accountId: string,
    file: { name: string; bytes: Buffer },
    options: ParseOptions,
  ): Promise<JsonText> {
    const { workspaceId } = caller;
    const added = { drafts: 1, rows: 0, bytes: file.bytes.length, imports: 1 };
    return this.database.transaction({ workspaceId }, async (work) => {
      const account = requireActive(await this.imports.account(work, accountId));
      if (work.findings.size === 0) await this.reading.quotas.require(work, added);
      const statement = this.reading.readBefore(work, 'statement', () =>
        this.reading.read(caller, file.bytes, options, account),
      );
      const draft = work.em.create(Import, {
        ...{ workspaceId, id: newId(), accountId, filename: file.name, status: 'draft', parseOptions: options },
        ...headOf(statement),
        createdAt: this.clock.now(),
      });
      work.audit(draft.id);
      await saveFile(work, draft.key(), statement.bytes);
      await this.reading.fill(work, draft, statement);
      await this.kept.keep(work, draft, statement.bytes);
      const answer = await this.filled(work, draft, added, caller);
      work.announce(importEvents.created(draft.id, { data: factsOf(draft) }));
      return answer;
    });
  }

  /**
   * Edits a draft. Does not lock the draft while reading the file. Reads the file again if the draft's options changed
   * in the meantime.
   */
  edit(caller: ReadingCaller, id: string, accountId: string | undefined, options: ParseOptions): Promise<JsonText> {
    const { workspaceId } = caller;
    let earlier: DraftStatement | undefined;
    return this.database.transaction({ workspaceId }, async (work) => {
      const draft = await this.imports.lock(work, id);
      const account = await this.imports.account(work, accountId ?? draft.accountId);
      draft.requireDraft();
      requireActive(account);
      const parseOptions = mergeOptions(draft.parseOptions, options);
      const { currency, kind, typeKey } = account;
      const key = JSON.stringify([account.id, currency, kind, typeKey, parseOptions, draft.accountId]);
      const { remembered } = draft;
      const before = readingOf(draft);
      const statement = this.reading.readBefore(work, key, async () => {
        await earlier?.close();
        earlier = await this.reading.readAgain(caller, draft.key(), parseOptions, account, remembered);
        return earlier;
      });
      const warnings = [...statement.warnings, ...lastingWarnings(draft)];
      work.em.assign(draft, { accountId: account.id, parseOptions, ...headOf(statement), warnings });
      const [deleted] = await work.query<{ decisions: string }>(deleteRows(draft.key()));
      await this.reading.fill(work, draft, statement, deleted!.decisions);
      const answer = await this.filled(work, draft, { drafts: 0, rows: 0, bytes: 0, imports: 0 }, caller);
      const about = { changed: changedFields(before, readingOf(draft)), data: factsOf(draft) };
      if (about.changed.length > 0) work.announce(importEvents.updated(id, about));
      return answer;
    });
  }

  delete(workspaceId: string, id: string): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const draft = await this.lockDraft(work, id);
      const answer = await this.imports.detail(work, draft);
      work.em.remove(draft);
      await work.query({ text: 'select files_unlink($1, $2)', values: [workspaceId, id] });
      work.announce(importEvents.deleted(id, { data: factsOf(draft) }));
      return answer;
    });
  }

  /** Checks the quota with the number of rows, and returns the draft. Throws if the client has disconnected. */
  private async filled(
    work: UnitOfWork,
    draft: Import,
    added: DraftAmounts,
    { clientGone }: ReadingCaller,
  ): Promise<JsonText> {
    await this.reading.quotas.require(work, { ...added, rows: draft.total }, draft.id);
    clientGone?.throwIfAborted();
    return this.imports.detail(work, draft);
  }

  private async lockDraft(work: UnitOfWork, id: string): Promise<Import> {
    const draft = await this.imports.lock(work, id);
    draft.requireDraft();
    return draft;
  }
}

/**
 * Returns the result of reading a draft, without the options of the request. A request that only repeats a detected
 * option does not change this result.
 */
function readingOf(draft: Import) {
  const { accountId, mapping, mappingSource, warnings, detected } = importView(draft, [], null);
  return { accountId, mapping, mappingSource, warnings, encoding: detected.encoding, delimiter: detected.delimiter };
}

function headOf(statement: DraftStatement) {
  const { detected, mapping, columns, warnings, layout, remembered, currency } = statement;
  const { balanceSign, statedOpening, statedClosing, proofFacts, cardStatement } = statement;
  const reading = { detected, mapping, columns, warnings, layout, remembered, currency };
  return { ...reading, balanceSign, statedOpening, statedClosing, proofFacts, cardStatement };
}
