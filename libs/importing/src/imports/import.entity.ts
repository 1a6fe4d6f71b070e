import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Mapping, ReadStatement } from '@app/statement-files';
import type { GivenReading } from './given-reading.js';
import type { Reconciliation } from './reconciliation.js';

export type ImportStatus = 'draft' | 'committed' | 'undone';

/** What a commit or an undo did to an account, as it is answered. */
export interface AccountBalances {
  readonly accountId: string;
  readonly balanceBefore: string;
  readonly balanceAfter: string;
}

/** What an undo met where a transaction was not as the commit had entered it. */
export interface UndoneTransaction {
  readonly transactionId: string;
  readonly index: number;
  readonly outcome: 'edited' | 'moved' | 'already_trashed' | 'already_deleted';
}

/** A category that a commit makes or has made, and how many rows ask for it. */
export interface NewCategory {
  readonly name: string;
  readonly count: number;
}

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
    given: p.json().$type<GivenReading>(),
    detected: p.json().$type<ReadStatement['detected']>(),
    mapping: p.json().$type<Mapping>(),
    columns: p.json().$type<ReadStatement['columns']>(),
    currency: p.text().nullable(),
    layout: p.text().nullable(),
    remembered: p.json().$type<Partial<Mapping>>(),
    balanceSign: p.smallint().$type<1 | -1>().nullable(),
    statedOpening: p.bigint().nullable(),
    statedClosing: p.bigint().nullable(),
    total: p.integer().default(0),
    ready: p.integer().default(0),
    errors: p.integer().default(0),
    duplicates: p.integer().default(0),
    excluded: p.integer().default(0),
    judgedBy: p.text().nullable(),
    readyChange: p.decimal().default('0'),
    reconciliation: p.json().$type<Reconciliation | null>().nullable(),
    newCategories: p.json().$type<readonly NewCategory[]>(),
    createdCategories: p.array().default([]),
    balanceBefore: p.bigint().nullable(),
    balanceAfter: p.bigint().nullable(),
    transactionsCreated: p.integer().nullable(),
    transactionsRemoved: p.integer().nullable(),
    accounts: p.json().$type<readonly AccountBalances[]>(),
    undone: p.json().$type<readonly UndoneTransaction[]>(),
    undoneTotal: p.integer().default(0),
    createdAt: p.datetime(3),
    committedAt: p.datetime(3).nullable(),
    undoneAt: p.datetime(3).nullable(),
  },
});

/** A statement file on its way into an account: a draft, then committed, then perhaps undone. */
export class Import extends ImportSchema.class {}
ImportSchema.setClass(Import);
