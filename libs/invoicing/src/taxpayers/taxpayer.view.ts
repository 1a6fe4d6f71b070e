import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'A person or company whose invoices the workspace keeps.' })
export class TaxpayerView {
  /** ID of the taxpayer in events and in the audit log, which never contain an RFC. */
  id!: string;
  /** Mexican tax ID, in upper case. @example XIQB891116QE4 */
  rfc!: string;
  /** Name for display. @example "Berenice Ximo" */
  name!: string;
  createdAt!: string;
  updatedAt!: string;
}
