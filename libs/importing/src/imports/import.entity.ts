import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Mapping, ReadStatement } from '../reading/statement.js';
import type { GivenReading } from './given-reading.js';

export type ImportStatus = 'draft' | 'committed' | 'undone';

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
    total: p.integer().default(0),
    ready: p.integer().default(0),
    errors: p.integer().default(0),
    duplicates: p.integer().default(0),
    excluded: p.integer().default(0),
    createdCategories: p.array().default([]),
    balanceBefore: p.bigint().nullable(),
    balanceAfter: p.bigint().nullable(),
    createdAt: p.datetime(3),
    committedAt: p.datetime(3).nullable(),
    undoneAt: p.datetime(3).nullable(),
  },
});

/** A statement file on its way into an account: a draft, then committed, then perhaps undone. */
export class Import extends ImportSchema.class {}
ImportSchema.setClass(Import);
