import { Field, oneOf } from '@app/kernel';
import type { ExportFormat } from './export-format.js';
import { EXPORT_FORMATS } from './export-format.js';

export class ExportRequest {
  /** `json` is everything; `csv` and `hledger` are the transactions, for a spreadsheet and for plain-text accounting. */
  @Field(oneOf(...EXPORT_FORMATS), { optional: true, byDefault: 'json' })
  format: ExportFormat = 'json';
}
