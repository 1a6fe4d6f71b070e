import { codePoints, isStorableText } from '../request/text.js';

/**
 * Format of an exported value. Unlike the stored integers, amounts have two decimals and rates have eight. `ids` is a
 * list of IDs.
 */
export type ExportedForm =
  'text' | 'id' | 'ids' | 'day' | 'instant' | 'money' | 'rate' | 'integer' | 'boolean' | 'json';

/** A field whose column has a different name or whose value needs a conversion. */
interface OwnColumn {
  readonly form: ExportedForm | `${ExportedForm}?`;
  readonly column: string;
  /** SQL expression over the row `t` that returns the exported value. */
  readonly read?: string;
  /**
   * SQL expression over the exported row `r` that returns the value to store. In `r`, fields have their exported names
   * and amounts are numeric.
   */
  readonly write?: string;
  /** True if older exports do not have the field. `write` then supplies the value. */
  readonly addedLater?: boolean;
}

/**
 * A field of an exported row. If only a format is given, the column is the field name in snake case. `?` allows null.
 */
export type ExportedField = ExportedForm | `${ExportedForm}?` | OwnColumn;

/** Describes how to export and import a table. Each context describes its own tables (decision 0028). */
export interface ExportedTable {
  readonly section: string;
  /** True if older exports do not have the section. */
  readonly addedLater?: boolean;
  readonly table: string;
  /** True if a new workspace already has rows, so that they do not prevent an import. */
  readonly isInitial?: boolean;
  /** Maximum number of rows in a workspace. */
  readonly maxRows?: number;
  /** Maximum number of rows that an export reads at once, for tables with rows of several megabytes. */
  readonly maxBatch?: number;
  readonly fields: Readonly<Record<string, ExportedField>>;
  /** SQL sort order of the export and the import, over the row `t` and the joined tables. */
  readonly order: string;
  /** SQL that joins tables of the same context for `order` or `which`. */
  readonly joined?: string;
  /** SQL condition that selects the exported rows. `$2` is the current time. */
  readonly which?: string;
  /** Columns derived from exported fields, as SQL expressions over the exported row `r`. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Columns that exports omit, because an import recomputes them or does not need them. */
  readonly left?: readonly string[];
  /** Fields that contain the ID of a row in another section but have no foreign key. */
  readonly references?: Readonly<Record<string, string>>;
  /** Query that returns the IDs of inconsistent rows in the workspace `$1`, and the reason to report. */
  readonly impossible?: { readonly rows: string; readonly because: string };
  /** Checks of the values by field, with the same rules as requests. Null values are not checked. */
  readonly allowed?: Readonly<Record<string, (value: unknown, row: Readonly<Record<string, unknown>>) => boolean>>;
  /** Fields that an import cannot change. It rejects an export with a different value. */
  readonly unchanged?: readonly string[];
}

export function isLine(least: number, most: number) {
  return (value: unknown): boolean => isText(value, 'one') && within(value, least, most);
}

export function isNote(most: number) {
  return (value: unknown): boolean => isText(value, 'many') && within(value, 0, most);
}

function isText(value: unknown, lines: 'one' | 'many'): value is string {
  return typeof value === 'string' && isStorableText(value, lines);
}

function within(text: string, least: number, most: number): boolean {
  const length = codePoints(text);
  return least <= length && length <= most;
}

export interface ExportedColumn {
  readonly field: string;
  readonly column: string;
  readonly form: ExportedForm;
  readonly nullable: boolean;
  readonly read: string | undefined;
  readonly write: string | undefined;
  readonly addedLater: boolean;
}

/** Returns the columns of an exported table in order. `toAmount: 'money?'` is the nullable column `to_amount`. */
export function exportedColumns({ fields }: ExportedTable): ExportedColumn[] {
  return Object.entries(fields).map(([field, exported]) => {
    const { form, ...own } = typeof exported === 'string' ? { form: exported, column: snakeCase(field) } : exported;
    const nullable = form.endsWith('?');
    const { column, read, write, addedLater = false } = own as OwnColumn;
    return { field, column, form: form.replace('?', '') as ExportedForm, nullable, read, write, addedLater };
  });
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
