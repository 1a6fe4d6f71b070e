import { Field, oneOf } from '@app/kernel';
import type { ExportFormat } from './export-format.js';
import { EXPORT_FORMATS } from './export-format.js';

export class ExportRequest {
  /** Format of the file. `json` contains all data. `csv` and `hledger` contain only the transactions, for spreadsheets and plain-text accounting. */
  @Field(oneOf(...EXPORT_FORMATS), { optional: true, byDefault: 'json' })
  format: ExportFormat = 'json';
}
