import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Clock } from '@app/kernel';
import type { CardStatementFacts, Mapping, Proof, ProofFacts, ReadStatement } from '@app/statement-files';
import type { RecordedChange } from '@app/cards';
import { DRAFT_RETENTION_DAYS } from '../draft-retention.js';
import { ImportHasErrors, ImportNotCommitted, ImportNotDraft, ImportUnproven } from '../importing.problems.js';
import type { ParseOptions } from '../mappings/parse-options.js';
import type { ImportKey } from '../rows/import-key.js';
import type { Reconciliation } from './reconciliation.js';

export type ImportStatus = 'draft' | 'committed' | 'undone';

export interface AccountBalances {
  readonly accountId: string;
  readonly balanceBefore: string;
  readonly balanceAfter: string;
}

export interface UndoneTransaction {
  readonly transactionId: string;
  readonly index: number;
  readonly outcome: 'edited' | 'moved' | 'already_trashed' | 'already_deleted';
}

export interface NewCategory {
  readonly name: string;
  readonly count: number;
}

type ImportWarning = ReadStatement['warnings'][number] | { readonly code: 'FILE_NOT_KEPT'; readonly detail: string };

const ImportSchema = defineEntity({
  name: 'Import',
  tableName: 'importing_imports',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    accountId: p.uuid(),
    filename: p.text(),
    status: p.text().$type<ImportStatus>(),
    file: p.blob().nullable().lazy(),
    parseOptions: p.json().$type<ParseOptions>(),
    detected: p.json().$type<ReadStatement['detected']>(),
    mapping: p.json().$type<Mapping>(),
    columns: p.json().$type<ReadStatement['columns']>(),
    warnings: p.json().$type<readonly ImportWarning[]>().default('[]'),
    currency: p.text().nullable(),
    layout: p.text().nullable(),
    remembered: p.json().$type<Partial<Mapping>>().default('{}'),
    balanceSign: p.smallint().$type<1 | -1>().nullable(),
    statedOpening: p.bigint().nullable(),
    statedClosing: p.bigint().nullable(),
    total: p.integer().default(0),
    ready: p.integer().default(0),
    errors: p.integer().default(0),
    duplicates: p.integer().default(0),
    excluded: p.integer().default(0),
    validatedAgainst: p.text().nullable(),
    readyChange: p.decimal().columnType('numeric').default('0'),
    proofFacts: p.json().$type<ProofFacts | null>().columnType('json').nullable(),
    proof: p.json().$type<Proof | null>().columnType('json').nullable(),
    cardStatement: p.json().$type<CardStatementFacts | null>().columnType('json').nullable(),
    /** Card statement that the commit recorded; null if none. */
    recordedStatement: p.json().$type<RecordedChange | null>().columnType('json').nullable(),
    reconciliation: p.json().$type<Reconciliation | null>().columnType('json').nullable(),
    newCategories: p
      .json()
      .$type<readonly NewCategory[]>()
      .columnType('json')
      .onCreate(() => []),
    createdCategories: p.array().columnType('uuid[]').default([]),
    balanceBefore: p.bigint().nullable(),
    balanceAfter: p.bigint().nullable(),
    transactionsCreated: p.integer().nullable(),
    transactionsRemoved: p.integer().nullable(),
    /** IDs in row order; null for a draft. Lazy, because 100,000 IDs take 1.6 MB and only the undo needs them. */
    transactionIds: p.array().columnType('uuid[]').nullable().lazy(),
    accounts: p
      .json()
      .$type<readonly AccountBalances[]>()
      .columnType('json')
      .onCreate(() => []),
    undone: p
      .json()
      .$type<readonly UndoneTransaction[]>()
      .columnType('json')
      .onCreate(() => []),
    undoneTotal: p.integer().default(0),
    createdAt: p.datetime(3),
    committedAt: p.datetime(3).nullable(),
    undoneAt: p.datetime(3).nullable(),
  },
});

type Committed = Pick<
  Import,
  'reconciliation' | 'recordedStatement' | 'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsCreated'
>;
type Undone = Pick<
  Import,
  'balanceBefore' | 'balanceAfter' | 'accounts' | 'transactionsRemoved' | 'undone' | 'undoneTotal'
>;

/** Import of a statement file: first a draft, then committed, and possibly undone. Drafts expire after 30 days. */
export class Import extends ImportSchema.class {
  key(): ImportKey {
    return { workspaceId: this.workspaceId, importId: this.id };
  }

  mappingSource(): 'given' | 'remembered' | 'found' {
    if (Object.keys(this.parseOptions.mapping ?? {}).length > 0) return 'given';
    return Object.keys(this.remembered).length > 0 ? 'remembered' : 'found';
  }

  isDraft(): boolean {
    return this.status === 'draft';
  }

  /** An expired draft counts as deleted. */
  isExpired(clock: Pick<Clock, 'isPast'>): boolean {
    return this.isDraft() && clock.isPast(this.createdAt, DRAFT_RETENTION_DAYS);
  }

  /** @throws ImportNotDraft */
  requireDraft(): void {
    if (!this.isDraft()) throw ImportNotDraft();
  }

  /** Returns false if the import is already committed. @throws ImportNotDraft if it was undone */
  needsCommit(): boolean {
    if (this.status === 'undone') throw ImportNotDraft();
    return this.isDraft();
  }

  /** @throws ImportHasErrors if rows have errors and `skipErrors` is false */
  requireNoErrors(skipErrors: boolean): void {
    if (this.errors > 0 && !skipErrors) throw ImportHasErrors(this.errors);
  }

  /** @throws ImportUnproven if the rows disagree with the PDF and `acceptUnproven` is false */
  requireProof(acceptUnproven: boolean): void {
    if (this.proof?.status === 'unproven' && !acceptUnproven) throw ImportUnproven(this.proof.failing.length);
  }

  commit(committed: Committed, now: Date): void {
    Object.assign(this, committed, { status: 'committed', committedAt: now, file: null });
  }

  /** Returns false if the import is already undone. @throws ImportNotCommitted if it is a draft */
  needsUndo(): boolean {
    if (this.isDraft()) throw ImportNotCommitted();
    return this.status === 'committed';
  }

  undo(undone: Undone, now: Date): void {
    Object.assign(this, undone, { status: 'undone', undoneAt: now });
  }
}
ImportSchema.setClass(Import);
