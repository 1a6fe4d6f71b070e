import { codePoints, isStorableText } from '../request/text.js';

/**
 * How a value is written in an export: amounts with two decimals and rates with eight, never as the integers that are
 * kept. `ids` is a list of ids.
 */
export type ExportedForm =
  'text' | 'id' | 'ids' | 'day' | 'instant' | 'money' | 'rate' | 'integer' | 'boolean' | 'json';

/** A column whose values stand under another name, or in another way, than they are kept. */
interface OwnColumn {
  readonly form: ExportedForm | `${ExportedForm}?`;
  readonly column: string;
  /** What is written, as SQL over the row `t`. */
  readonly read?: string;
  /** What is kept, as SQL over the exported row `r`, whose fields carry their names and amounts are numeric. */
  readonly write?: string;
  /** Whether exports of earlier programs lack the field; `write` says what is kept then. */
  readonly addedLater?: boolean;
}

/** A field of an exported row; where only the form is said, the column has the field's name in snake case. `?` may be null. */
export type ExportedField = ExportedForm | `${ExportedForm}?` | OwnColumn;

/**
 * A table as an export takes it out and an import puts it back. Each context describes its own, and no other reads them:
 * what is written and what is read are both made of the description (decision 0028).
 */
export interface ExportedTable {
  /** Its name in the export. */
  readonly section: string;
  /** Whether exports of earlier programs lack the section. */
  readonly addedLater?: boolean;
  readonly table: string;
  readonly fields: Readonly<Record<string, ExportedField>>;
  /** In which order rows are written and entered again, as SQL over the row `t` and what is joined to it. */
  readonly order: string;
  /** Further tables of the same context that order or narrow it. */
  readonly joined?: string;
  /** Which of the rows are exported, as SQL; $2 is the present instant. */
  readonly which?: string;
  /** Columns that are not exported because they follow from those that are, as SQL over the exported row `r`. */
  readonly computed?: Readonly<Record<string, string>>;
  /** Columns that are computed again after an import, or that an export does not need. */
  readonly left?: readonly string[];
  /** Fields that name a row of another section by its id, where no foreign key says so. */
  readonly references?: Readonly<Record<string, string>>;
  /** Finds rows that cannot be true, as a query of ids over the workspace $1; and what is wrong with them. */
  readonly impossible?: { readonly rows: string; readonly because: string };
  /** What a value must be beyond its form, as it must in a request; null is left to the form. */
  readonly allowed?: Readonly<Record<string, (value: unknown, row: Readonly<Record<string, unknown>>) => boolean>>;
  /** Fields that an import finds and leaves as they are: another value is refused. */
  readonly unchanged?: readonly string[];
}

/** Allows text on one line, of so many characters. */
export function isLine(least: number, most: number) {
  return (value: unknown): boolean => isText(value, 'one') && within(value, least, most);
}

/** Allows text that may have several lines, of so many characters at most. */
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

/** A field with everything that is known of it. */
export interface ExportedColumn {
  readonly field: string;
  readonly column: string;
  readonly form: ExportedForm;
  readonly nullable: boolean;
  readonly read: string | undefined;
  readonly write: string | undefined;
  readonly addedLater: boolean;
}

/** The fields of a table in their order. `toAmount: 'money?'` is kept in `to_amount`, and may be null. */
export function exportedColumns({ fields }: ExportedTable): ExportedColumn[] {
  return Object.entries(fields).map(([field, said]) => {
    const { form, ...own } = typeof said === 'string' ? { form: said, column: snakeCase(field) } : said;
    const nullable = form.endsWith('?');
    const { column, read, write, addedLater = false } = own as OwnColumn;
    return { field, column, form: form.replace('?', '') as ExportedForm, nullable, read, write, addedLater };
  });
}

function snakeCase(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
