import { ApiSchema } from '@nestjs/swagger';
import type { ExclusionReason } from './deductions.js';

@ApiSchema({ description: 'Personal deductions for one use of invoices.' })
export class DeductionItemView {
  /** Use of the invoices. @example D01 */
  use!: string;
  /** Spanish name of the use. @example "Honorarios médicos, dentales y gastos hospitalarios" */
  label!: string;
  /** True if the general cap limits the use. @example true */
  insideCap!: boolean;
  /** Number of invoices that count. @example 3 */
  count!: number;
  /** Sum of the invoices that count, in pesos. */
  amount!: string;
  /** Sum of the excluded invoices, in pesos. */
  excludedAmount!: string;
}

@ApiSchema({ description: 'An invoice that does not count as a deduction.' })
export class ExcludedInvoiceView {
  invoiceId!: string;
  /** Amount in pesos; null if it cannot be computed, such as without an exchange rate. */
  amount!: string | null;
  /** All reasons for the exclusion. */
  reasons!: ExclusionReason[];
}

@ApiSchema({ description: 'Personal deductions of a taxpayer in a year. An aid, not tax advice.' })
export class DeductionsView {
  /** Year of issue of the invoices. @example 2026 */
  year!: number;
  /** RFC of the taxpayer. @example XIQB891116QE4 */
  rfc!: string;
  /** Total income of the year, as in the request; null if not given. @example "480000.00" */
  totalIncome!: string | null;
  /** General cap: the lesser of five annual UMA and 15 % of the total income; null without the total income. @example "72000.00" */
  cap!: string | null;
  /** Lesser of the two limits; null without the total income. @example uma */
  cappedBy!: 'uma' | 'income' | null;
  /** One item for each use from D01 to D10 that has invoices. */
  items!: DeductionItemView[];
  /** Sum of the items. @example "38500.00" */
  total!: string;
  /** Sum of the items after the general cap; null without the total income. @example "38500.00" */
  totalAfterCap!: string | null;
  /** Invoices of the year that do not count. */
  excluded!: ExcludedInvoiceView[];
  /** Limitations of the report, such as caps that it does not apply. */
  notes!: string[];
  /** Laws and official values that the report applies. @example "Ley del ISR, artículo 151" */
  sources!: string[];
}
