import { Injectable } from '@nestjs/common';
import type { FairQueue, UnitOfWork } from '@app/kernel';
import { Database, fieldPointer, FindFirst, LongWork, ValidationFailed } from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { letGoOf, mappingProblems } from '@app/statement-files';
import type { Mapping } from '@app/statement-files';
import type { OpenReading, ReadingCaller } from '../statements/statement-reader.service.js';
import { StatementReader } from '../statements/statement-reader.service.js';
import { DraftValidation } from '../imports/draft-validation.service.js';
import type { ParseOptions } from '../mappings/parse-options.js';
import { mergeMapping } from '../mappings/parse-options.js';
import type { Import } from '../imports/import.entity.js';
import type { ImportKey } from '../rows/import-key.js';
import { restoreDecisions, insertRows } from '../rows/import-rows.query.js';
import { ImportsBusy } from '../importing.problems.js';
import { DraftQuotas } from './draft-quotas.service.js';
import { loadFile } from './draft-files.query.js';
import { RememberedMapping } from '../mappings/remembered-mapping.entity.js';

export interface DraftStatement extends OpenReading {
  readonly bytes: Uint8Array;
  readonly remembered: Partial<Mapping>;
  readonly currency: string;
}

/** Result of reading a file before the transaction starts. */
type Outcome = Partial<AsyncDisposable> & ({ readonly statement: DraftStatement } | { readonly error: unknown });

/**
 * Limits the stored files in memory. A file keeps its place while it waits for the reader, so the capacity is larger than
 * that of the reader.
 */
const REREADINGS = {
  ...{ capacity: 8, maxPerGroup: 1, maxWaiting: 200, maxWaitingPerGroup: 20 },
  ...{ maxWaitMs: 60_000, refusal: ImportsBusy },
};

/** Reads statement files into drafts, with the mapping that is stored for the account and layout (decision 0014). */
@Injectable()
export class DraftReading {
  private readonly rereadings: FairQueue;

  constructor(
    private readonly database: Database,
    private readonly reader: StatementReader,
    private readonly validation: DraftValidation,
    readonly quotas: DraftQuotas,
    private readonly work: LongWork,
  ) {
    this.rereadings = work.queue('import_rereadings', REREADINGS);
  }

  /**
   * Reads a file. The client's mapping takes precedence over the stored one, which takes precedence over the detected
   * one. The layout is known only after reading, so a file with a stored mapping may be read twice. The caller must
   * close the statement.
   */
  async read(
    caller: ReadingCaller,
    bytes: Uint8Array,
    options: ParseOptions,
    account: AccountSummary,
    likely: Partial<Mapping> = {},
  ): Promise<DraftStatement> {
    const first = await this.readWith(caller, bytes, options, account, likely);
    try {
      refuseUnknownColumns(options, first);
      const remembered = await this.remembered(caller.workspaceId, account.id, first);
      const isSame = isEqual(mergeMapping(remembered, options.mapping), mergeMapping(likely, options.mapping));
      if (isSame) return forAccount(account, first, bytes, remembered);
      await first.close();
      const second = await this.readWith(caller, bytes, options, account, remembered);
      return forAccount(account, second, bytes, remembered);
    } catch (error) {
      await first.close();
      letGoOf(bytes);
      throw error;
    }
  }

  readAgain(
    caller: ReadingCaller,
    key: ImportKey,
    options: ParseOptions,
    account: AccountSummary,
    likely: Partial<Mapping>,
  ): Promise<DraftStatement> {
    const { workspaceId, clientGone } = caller;
    return this.rereadings.run({ group: workspaceId, signal: clientGone }, async () => {
      const file = await this.database.transaction({ workspaceId }, (work) => loadFile(work, key));
      return this.read(caller, file, options, account, likely);
    });
  }

  /**
   * Returns a statement that was read before the transaction. Waiting for the reader in the transaction would
   * hold a connection (decision 0029).
   * @throws FindFirst if the file has not been read yet
   * @throws any error from reading the file
   */
  readBefore(work: UnitOfWork, key: string, read: () => Promise<DraftStatement>): DraftStatement {
    const outcome = work.findings.get(key) as Outcome | undefined;
    if (outcome === undefined) throw new FindFirst(key, () => read().then(opened, (error: unknown) => ({ error })));
    if ('error' in outcome) throw outcome.error;
    return outcome.statement;
  }

  /**
   * Stores the rows of the file and validates them.
   * @param decisions earlier edits and exclusions as a JSON array, from `deleteRows`
   * @throws ImportUnreadable if the stored rows would be much larger than the file
   */
  async fill(work: UnitOfWork, draft: Import, reading: DraftStatement, decisions = '[]'): Promise<void> {
    let entering: Promise<unknown> = Promise.resolve();
    try {
      for await (const chunk of reading.chunks()) {
        await entering;
        entering = this.work.step(work.workspaceId, () => work.query(insertRows(draft.key(), chunk)));
        entering.catch(() => undefined);
      }
    } finally {
      // Waits even after an error, because the transaction must not end before its queries have ended.
      await entering;
    }
    if (decisions !== '[]') await work.query(restoreDecisions(draft.key(), decisions));
    await this.work.step(work.workspaceId, () => this.validation.validateNew(work, draft, decisions !== '[]'));
    await this.validation.prove(work, draft);
  }

  private readWith(
    caller: ReadingCaller,
    bytes: Uint8Array,
    options: ParseOptions,
    account: AccountSummary,
    remembered: Partial<Mapping>,
  ) {
    const mapping = mergeMapping(remembered, options.mapping);
    const reading = {
      ...options,
      ...(Object.keys(mapping).length > 0 && { mapping }),
      accountCurrency: account.currency,
      accountKind: account.kind,
      accountType: account.typeKey,
      accountName: account.name,
      accountBank: account.bank,
    };
    return this.reader.open(bytes, reading, caller);
  }

  private async remembered(workspaceId: string, accountId: string, { layout, columns }: OpenReading) {
    const known = await this.database.transaction({ workspaceId }, (work) =>
      work.em.findOne(RememberedMapping, { workspaceId, accountId, layout }),
    );
    // A later file with the same headerless layout may have fewer columns.
    return known && mappingProblems(known.mapping, columns.length).length === 0 ? known.mapping : {};
  }
}

function forAccount(
  { currency }: AccountSummary,
  reading: OpenReading,
  bytes: Uint8Array,
  remembered: Partial<Mapping>,
): DraftStatement {
  const close = async () => {
    await reading.close();
    letGoOf(bytes);
  };
  return { ...reading, bytes, remembered, currency, close };
}

function opened(statement: DraftStatement): Outcome {
  return { statement, [Symbol.asyncDispose]: () => statement.close() };
}

function refuseUnknownColumns(options: ParseOptions, { columns }: OpenReading): void {
  const faults = mappingProblems(options.mapping ?? {}, columns.length);
  if (faults.length === 0) return;
  throw ValidationFailed(
    faults.map(({ key, detail }) => ({ pointer: fieldPointer(['mapping', key]), code: 'COLUMN_UNKNOWN', detail })),
  );
}

function isEqual(first: Partial<Mapping>, second: Partial<Mapping>): boolean {
  const sorted = (mapping: Partial<Mapping>) =>
    JSON.stringify(Object.entries(mapping).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(first) === sorted(second);
}
