import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, flag, integer, ObjectField, oneOf, PageRequest, reference, text } from '@app/kernel';
import type { FieldRule } from '@app/kernel';
import { parseDelimiter, parseEncoding } from '@app/statement-files';

const COLUMN = integer(0, 16_383);
const COLUMN_PRESENCE = { optional: true, nullable: true };

@ApiSchema({
  description:
    'Column index of each field, counted from 0, and the formats of dates and amounts. Omitted fields keep their ' +
    'current value, or are detected.',
})
export class MappingRequest {
  /** Index of the date column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  date?: number | null;

  /** Index of the description column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  description?: number | null;

  /**
   * Index of the amount column, counted from 0; null if the file has no such column. Amounts are signed, or unsigned
   * with a direction column.
   */
  @Field(COLUMN, COLUMN_PRESENCE)
  amount?: number | null;

  /** Index of the debit column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  debit?: number | null;

  /** Index of the credit column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  credit?: number | null;

  /** Index of the direction column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  direction?: number | null;

  /** Index of the balance column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  balance?: number | null;

  /** Index of the reference column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  reference?: number | null;

  /** Index of the currency column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  currency?: number | null;

  /** Index of the category column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  category?: number | null;

  /** Index of the notes column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  notes?: number | null;

  /** Index of the external ID column, counted from 0; null if the file has no such column. */
  @Field(COLUMN, COLUMN_PRESENCE)
  externalId?: number | null;

  /** Date format, such as `dd/MM/yyyy`, `d/M/yy`, `ddMMyyyy` or `dd/MMM/yyyy`; null to detect it. @example dd/MM/yyyy */
  @Field(text(1, 40), { optional: true, nullable: true })
  dateFormat?: string | null;

  /** Year of dates without a year. Takes precedence over the period of the statement; null for no year. */
  @Field(integer(1900, 2200), { optional: true, nullable: true })
  year?: number | null;

  /** Decimal separator of the amounts; null to detect it. */
  @Field(oneOf('.', ','), { optional: true, nullable: true })
  decimalSeparator?: '.' | ',' | null;

  /** True if positive amounts are expenses. */
  @Field(flag(), { optional: true })
  invertSign?: boolean;
}

const ENCODING: FieldRule = {
  code: 'ENCODING_UNKNOWN',
  detail: 'must be one of utf-8, utf-16le, utf-16be, windows-1252, windows-1250, windows-1251, macintosh, cp850',
  schema: { type: 'string', examples: ['windows-1252'] },
  check: (value) => typeof value === 'string' && parseEncoding(value) !== null,
};

const DELIMITER: FieldRule = {
  code: 'DELIMITER_UNKNOWN',
  detail: 'must be a comma, a semicolon, a tab or a pipe',
  schema: { type: 'string', examples: [','] },
  check: (value) => typeof value === 'string' && parseDelimiter(value) !== null,
};

const PASSWORD: FieldRule = {
  code: 'PASSWORD_INVALID',
  detail: 'must be a text of 1 to 128 characters',
  schema: { type: 'string', minLength: 1, maxLength: 128, examples: ['XAXX010101000'] },
  check: (value) => typeof value === 'string' && value.length >= 1 && value.length <= 128,
};

export class CreateImportRequest {
  @Field(reference())
  accountId!: string;

  @ObjectField(() => MappingRequest, { optional: true })
  mapping?: MappingRequest;

  @Field(ENCODING, { optional: true })
  encoding?: string;

  @Field(DELIMITER, { optional: true })
  delimiter?: string;

  /** Password of an encrypted PDF. It is used once and never stored. */
  @Field(PASSWORD, { optional: true })
  password?: string;

  /** ID of the account in a PDF with several accounts, from `sections`. @example "4821" */
  @Field(text(1, 40), { optional: true })
  section?: string;
}

export class EditImportRequest {
  @Field(reference(), { optional: true })
  accountId?: string;

  /** Column index of each field, and the formats of dates and amounts. Omitted fields keep their current value. */
  @ObjectField(() => MappingRequest, { optional: true })
  mapping?: MappingRequest;

  /** Character encoding of the file. @example utf-8 */
  @Field(ENCODING, { optional: true })
  encoding?: string;

  /** Separator between cells. @example , */
  @Field(DELIMITER, { optional: true })
  delimiter?: string;

  /** Password of an encrypted PDF. It is used once and never stored. */
  @Field(PASSWORD, { optional: true })
  password?: string;

  /** ID of the account in a PDF with several accounts, from `sections`. @example "4821" */
  @Field(text(1, 40), { optional: true })
  section?: string;
}

export class EditImportRowRequest {
  @Field(day(), { optional: true })
  date?: string;

  @Field(text(1, 500), { optional: true })
  description?: string;

  /** Positive amount; `type` is the direction. */
  @Field(amount('positive'), { optional: true })
  amount?: string;

  /** Type of the transaction. */
  @Field(oneOf('expense', 'income'), { optional: true })
  type?: 'expense' | 'income';

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** True to exclude the row from the commit. */
  @Field(flag(), { optional: true })
  excluded?: boolean;

  /** True to import the row even though it is a duplicate. */
  @Field(flag(), { optional: true })
  includeDuplicate?: boolean;
}

@ApiSchema({ description: 'Options of a commit.' })
export class CommitImportRequest {
  /** True to skip rows with errors. Otherwise, the commit fails if any row has errors. */
  @Field(flag(), { optional: true, byDefault: false })
  skipErrors?: boolean;

  /** True to commit even if the rows disagree with the totals or balances on a PDF. Otherwise, the commit fails. */
  @Field(flag(), { optional: true, byDefault: false })
  acceptUnproven?: boolean;

  /** True to record the card statement in a PDF for the account, which must be a card. An undo removes the record. */
  @Field(flag(), { optional: true, byDefault: false })
  recordStatement?: boolean;
}

export class ListImportRowsRequest extends PageRequest {
  /** Returns only rows with this status. */
  @Field(oneOf('ready', 'error', 'duplicate', 'excluded'), { optional: true })
  status?: 'ready' | 'error' | 'duplicate' | 'excluded';
}
