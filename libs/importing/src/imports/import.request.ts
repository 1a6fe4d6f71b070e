import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, flag, integer, ObjectField, oneOf, PageRequest, reference, text } from '@app/kernel';
import type { FieldRule } from '@app/kernel';
import { parseDelimiter, parseEncoding } from '@app/statement-files';

const COLUMN = integer(0, 16_383);
const COLUMN_PRESENCE = { optional: true, nullable: true };

/** How the columns of a statement are to be read; indexes count from 0, null says that there is none. */
@ApiSchema({
  description: 'Which column of the file holds which field. The service detects the columns of the others.',
})
export class MappingRequest {
  @Field(COLUMN, COLUMN_PRESENCE)
  date?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  description?: number | null;

  /** One column with signed amounts, or with positive ones beside a direction. */
  @Field(COLUMN, COLUMN_PRESENCE)
  amount?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  debit?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  credit?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  direction?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  balance?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  reference?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  currency?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  category?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  notes?: number | null;

  @Field(COLUMN, COLUMN_PRESENCE)
  externalId?: number | null;

  /** In tokens, such as dd/MM/yyyy, d/M/yy, ddMMyyyy or dd/MMM/yyyy. */
  @Field(text(1, 40), { optional: true, nullable: true })
  dateFormat?: string | null;

  /** The year of dates that name none. It wins over the period of the statement. */
  @Field(integer(1900, 2200), { optional: true, nullable: true })
  year?: number | null;

  @Field(oneOf('.', ','), { optional: true, nullable: true })
  decimalSeparator?: '.' | ',' | null;

  /** Whether a positive amount is an expense. */
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

export class CreateImportRequest {
  @Field(reference())
  accountId!: string;

  @ObjectField(() => MappingRequest, { optional: true })
  mapping?: MappingRequest;

  @Field(ENCODING, { optional: true })
  encoding?: string;

  @Field(DELIMITER, { optional: true })
  delimiter?: string;
}

export class EditImportRequest {
  @Field(reference(), { optional: true })
  accountId?: string;

  /** Laid over what was found, and over what was given before, key by key. */
  @ObjectField(() => MappingRequest, { optional: true })
  mapping?: MappingRequest;

  @Field(ENCODING, { optional: true })
  encoding?: string;

  @Field(DELIMITER, { optional: true })
  delimiter?: string;
}

export class EditImportRowRequest {
  @Field(day(), { optional: true })
  date?: string;

  @Field(text(1, 500), { optional: true })
  description?: string;

  @Field(amount('positive'), { optional: true })
  amount?: string;

  @Field(oneOf('expense', 'income'), { optional: true })
  type?: 'expense' | 'income';

  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /** Leaves the row out. */
  @Field(flag(), { optional: true })
  excluded?: boolean;

  /** Takes the row although the account has it already. */
  @Field(flag(), { optional: true })
  includeDuplicate?: boolean;
}

@ApiSchema({ description: 'How an import is committed.' })
export class CommitImportRequest {
  /** Leaves rows in error out instead of refusing. */
  @Field(flag(), { optional: true, byDefault: false })
  skipErrors?: boolean;
}

export class ListImportRowsRequest extends PageRequest {
  @Field(oneOf('ready', 'error', 'duplicate', 'excluded'), { optional: true })
  status?: 'ready' | 'error' | 'duplicate' | 'excluded';
}
