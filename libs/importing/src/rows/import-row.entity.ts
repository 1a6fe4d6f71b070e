import { defineEntity, p } from '@mikro-orm/postgresql';
import type { RowDetails, StatementRow } from '@app/statement-files';

export type RowStatus = 'ready' | 'error' | 'duplicate' | 'excluded';
export type CategorySource = 'file' | 'rule' | 'history' | 'person';

/** Edits of a row. The amount is in minor units. */
export interface RowEdits {
  readonly date?: string;
  readonly description?: string;
  readonly amount?: string;
  readonly type?: 'expense' | 'income';
  readonly categoryId?: string | null;
}

export interface RewrittenRow {
  readonly description: string;
  readonly notes: string | null;
  readonly categoryId: string | null;
}

/** Split of a transaction in the file. The amount is in minor units. */
export interface SavedPart {
  readonly amount: string;
  readonly category: string | null;
  readonly notes: string | null;
}

const ImportRowSchema = defineEntity({
  name: 'ImportRow',
  tableName: 'importing_rows',
  properties: {
    workspaceId: p.uuid().primary(),
    importId: p.uuid().primary(),
    index: p.integer().primary(),
    line: p.integer(),
    page: p.integer().nullable(),
    chronologicalIndex: p.integer().nullable(),
    raw: p.json().$type<readonly string[]>(),
    date: p.date().nullable(),
    description: p.text().nullable(),
    readDescription: p.text().nullable(),
    amount: p.bigint().nullable(),
    type: p.text().$type<'expense' | 'income'>().nullable(),
    balance: p.bigint().nullable(),
    expectedBalance: p.bigint().nullable(),
    category: p.text().nullable(),
    categoryId: p.uuid().nullable(),
    categorySource: p.text().$type<CategorySource>().nullable(),
    tags: p.json().$type<readonly string[]>().nullable(),
    notes: p.text().nullable(),
    parts: p.json().$type<readonly SavedPart[]>().nullable(),
    externalId: p.text().nullable(),
    details: p.json().$type<RowDetails>().columnType('json').nullable(),
    trackingKey: p.text().nullable().generated(`(details->>'trackingKey') stored`),
    folded: p.text().nullable().generated('(fold_text(coalesce(read_description, description))) stored'),
    errors: p.json().$type<StatementRow['errors']>(),
    warnings: p.json().$type<StatementRow['warnings']>(),
    edits: p.json().$type<RowEdits>().default('{}'),
    rewritten: p.json().$type<RewrittenRow>().nullable(),
    excluded: p.boolean().nullable(),
    includeDuplicate: p.boolean().default(false),
    repeatsExternalId: p.boolean().default(false),
    /** True if different rows have the same external ID, which then does not prove a duplicate. */
    sharesExternalId: p.boolean().default(false),
    duplicateOf: p.uuid().nullable(),
    /** ID of a similar live transaction that no import created; null if there is none. */
    possibleDuplicateOf: p.uuid().nullable(),
    matchesTrashed: p.boolean().default(false),
    installmentMonths: p.smallint().nullable(),
    matchesPlan: p.boolean().default(false),
    status: p.text().$type<RowStatus>().default('ready'),
  },
});

/** Rows are changed only by SQL, because an import may have 100,000 of them (decision 0002). */
export class ImportRow extends ImportRowSchema.class {}
ImportRowSchema.setClass(ImportRow);
