import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, fieldPointer, ValidationFailed } from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { letGoOf, mappingProblems } from '@app/statement-files';
import type { Mapping } from '@app/statement-files';
import type { OpenReading } from './statement-reader.service.js';
import { StatementReader } from './statement-reader.service.js';
import { DraftJudgement, keyOf } from './draft-judgement.service.js';
import type { GivenReading } from './given-reading.js';
import { overRemembered } from './given-reading.js';
import type { Import } from './import.entity.js';
import { giveDecisions, insertRows } from './import-rows.query.js';
import { rememberedMapping } from './remembered-mappings.query.js';

/** A reading together with what was remembered of the columns and went into it. */
export type RememberingReading = OpenReading & { readonly remembered: Partial<Mapping> };

/** Reads statement files into drafts in the way that a person once showed for the same account and layout (decision 0014). */
@Injectable()
export class DraftReading {
  constructor(
    private readonly database: Database,
    private readonly reader: StatementReader,
    private readonly judgement: DraftJudgement,
  ) {}

  /**
   * Reads a file: what is given lies over what is remembered, and that over what is found. A layout is known once the file
   * has been read, so that the first file after a correction is read twice. Whoever asked closes what is answered, which has
   * the file from then on.
   * @param likely what is likely remembered, because the file was read before
   */
  async read(
    workspaceId: string,
    bytes: Uint8Array,
    given: GivenReading,
    account: AccountSummary,
    likely: Partial<Mapping> = {},
  ): Promise<RememberingReading> {
    const first = await this.readWith(bytes, given, account, likely);
    try {
      refuseUnknownColumns(given, first);
      const remembered = await this.remembered(workspaceId, account.id, first);
      const isSame = isEqual(overRemembered(remembered, given.mapping), overRemembered(likely, given.mapping));
      if (isSame) return remembering(first, remembered);
      await first.close();
      return remembering(await this.readWith(first.bytes, given, account, remembered), remembered);
    } catch (error) {
      await first.close();
      letGoOf(first.bytes);
      throw error;
    }
  }

  /**
   * Enters what was read into a draft and judges it.
   * @param decisions what a person decided about the rows when the file was read before, in the form of `takeRows`
   */
  async fill(work: UnitOfWork, made: Import, reading: RememberingReading, decisions = '[]'): Promise<void> {
    for await (const chunk of reading.chunks()) await work.query(insertRows(keyOf(made), chunk));
    if (decisions !== '[]') await work.query(giveDecisions(keyOf(made), decisions));
    await this.judgement.read(work, made, decisions !== '[]');
  }

  private readWith(bytes: Uint8Array, given: GivenReading, account: AccountSummary, remembered: Partial<Mapping>) {
    const mapping = overRemembered(remembered, given.mapping);
    return this.reader.open(bytes, {
      ...given,
      ...(Object.keys(mapping).length > 0 && { mapping }),
      accountCurrency: account.currency,
      accountKind: account.kind,
    });
  }

  private async remembered(workspaceId: string, accountId: string, { layout, columns }: OpenReading) {
    const [known] = await this.database.read<{ mapping: Partial<Mapping> }>(
      workspaceId,
      rememberedMapping(workspaceId, accountId, layout),
    );
    // A headerless layout may be met again with fewer columns than it was shown for.
    return known && mappingProblems(known.mapping, columns.length).length === 0 ? known.mapping : {};
  }
}

function remembering(reading: OpenReading, remembered: Partial<Mapping>): RememberingReading {
  const close = async () => {
    await reading.close();
    letGoOf(reading.bytes);
  };
  return { ...reading, remembered, close };
}

function refuseUnknownColumns(given: GivenReading, { columns }: OpenReading): void {
  const faults = mappingProblems(given.mapping ?? {}, columns.length);
  if (faults.length === 0) return;
  throw ValidationFailed(
    faults.map(({ key, detail }) => ({ pointer: fieldPointer(['mapping', key]), code: 'COLUMN_UNKNOWN', detail })),
  );
}

function isEqual(one: Partial<Mapping>, other: Partial<Mapping>): boolean {
  const sorted = (mapping: Partial<Mapping>) =>
    JSON.stringify(Object.entries(mapping).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}
