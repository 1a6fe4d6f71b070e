import { Field, oneOf } from '@app/kernel';
import type { ExportFormat } from './export-format.js';
import { EXPORT_FORMATS } from './export-format.js';

export class ExportRequest {
  /**
   * File format. `json` contains all data of the workspace, and `zip` also the bytes of its files. `csv` and `hledger`
   * contain only transactions, for spreadsheets and for plain-text accounting.
   */
  @Field(oneOf(...EXPORT_FORMATS), { optional: true, byDefault: 'json' })
  format: ExportFormat = 'json';
}
