import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'Column index of each field, counted from 0, and the formats of dates and amounts.' })
export class ImportMappingView {
  /** Index of the date column, counted from 0; null if the file has no such column. @example 0 */
  date!: number | null;
  /** Index of the description column, counted from 0; null if the file has no such column. @example 1 */
  description!: number | null;
  /** Index of the amount column, counted from 0; null if the file has no such column. @example 2 */
  amount!: number | null;
  /** Index of the debit column, counted from 0; null if the file has no such column. */
  debit!: number | null;
  /** Index of the credit column, counted from 0; null if the file has no such column. */
  credit!: number | null;
  /** Index of the direction column, counted from 0; null if the file has no such column. */
  direction!: number | null;
  /** Index of the balance column, counted from 0; null if the file has no such column. */
  balance!: number | null;
  /** Index of the reference column, counted from 0; null if the file has no such column. */
  reference!: number | null;
  /** Index of the currency column, counted from 0; null if the file has no such column. */
  currency!: number | null;
  /** Index of the category column, counted from 0; null if the file has no such column. */
  category!: number | null;
  /** Index of the notes column, counted from 0; null if the file has no such column. */
  notes!: number | null;
  /** Index of the external ID column, counted from 0; null if the file has no such column. */
  externalId!: number | null;
  /** Date format, such as `dd/MM/yyyy`; null if the dates do not need a format. @example dd/MM/yyyy */
  dateFormat!: string | null;
  /** Year of dates without a year, as set in the request; null if not set. */
  year!: number | null;
  /** Decimal separator; null if the amounts do not need one. */
  decimalSeparator!: '.' | ',' | null;
  /** True if positive amounts are expenses. */
  invertSign!: boolean;
}

@ApiSchema({ description: 'A column of the file.' })
export class ImportColumnView {
  /** Index of the column, counted from 0. @example 0 */
  index!: number;
  /** Header of the column. @example Fecha */
  header!: string;
  /** Sample values of the column. @example 20/11/2026 */
  samples!: string[];
  /** Field that the column is mapped to; null if the column is not mapped. @example date */
  field!: string | null;
}
