import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { CfdiKind } from '@app/cfdi';

/** A decimal with as many decimals as in the XML, unlike amounts and rates elsewhere in the API. */
const XmlDecimal = (more: { nullable?: true } = {}) =>
  ApiProperty({ type: String, pattern: '^-?\\d+(\\.\\d+)?$', ...more });
const LocalTime = () => ApiProperty({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' });

@ApiSchema({ description: 'A code from a catalog of the tax authority (SAT).' })
export class CodeView {
  /** Code in the catalog. @example "04" */
  code!: string;
  /** Spanish name of the code; null if the catalog does not have it. @example "Tarjeta de crédito" */
  label!: string | null;
}

@ApiSchema({ description: 'Issuer or receiver of an invoice.' })
export class PartyView {
  /** Mexican tax ID. @example EKU9003173C9 */
  rfc!: string;
  /** Legal name. @example "ESCUELA KEMPER URGATE" */
  name!: string;
  /** Tax regime. */
  regime!: CodeView;
}

@ApiSchema({ description: 'A line of an invoice. Amounts have the decimals of the XML.' })
export class InvoiceLineView {
  /** Code of the product or service. @example "85121502" */
  productCode!: string;
  /** Description of the product or service. @example "Consulta médica" */
  description!: string;
  /** Quantity. @example "1" */
  @XmlDecimal()
  quantity!: string;
  /** Price of one unit. @example "800.00" */
  @XmlDecimal()
  unitPrice!: string;
  /** Quantity times price, before the discount. @example "800.00" */
  @XmlDecimal()
  amount!: string;
  /** Discount of the line; null if there is none. @example "0.00" */
  @XmlDecimal({ nullable: true })
  discount!: string | null;
}

@ApiSchema({ description: 'A tax on an invoice, at one rate.' })
export class InvoiceTaxView {
  /** Kind of tax. */
  tax!: CodeView;
  /** Rate or quota; null for withheld and exempt taxes. @example "0.160000" */
  @XmlDecimal({ nullable: true })
  rate!: string | null;
  /** Amount of the tax; null if exempt. @example "128.00" */
  @XmlDecimal({ nullable: true })
  amount!: string | null;
}

@ApiSchema({ description: 'Taxes of an invoice.' })
export class InvoiceTaxesView {
  /** Taxes that the issuer adds, such as value added tax. */
  transferred!: InvoiceTaxView[];
  /** Taxes that the receiver withholds. */
  withheld!: InvoiceTaxView[];
}

@ApiSchema({ description: 'An item of earnings (percepción) on a payroll receipt.' })
export class PerceptionView {
  /** Code of the earnings. @example "001" */
  type!: string;
  /** Spanish name of the code; null if the catalog does not have it. @example "Sueldos, Salarios  Rayas y Jornales" */
  label!: string | null;
  /** Name that the employer uses. @example Sueldo */
  concept!: string;
  /** Taxed amount. @example "10000.00" */
  @XmlDecimal()
  taxed!: string;
  /** Exempt amount. @example "0.00" */
  @XmlDecimal()
  exempt!: string;
}

@ApiSchema({ description: 'A deduction or another payment on a payroll receipt.' })
export class PayrollAmountView {
  /** Code of the deduction or payment. @example "002" */
  type!: string;
  /** Spanish name of the code; null if the catalog does not have it. @example ISR */
  label!: string | null;
  /** Name that the employer uses. @example ISR */
  concept!: string;
  /** Amount. @example "1200.00" */
  @XmlDecimal()
  amount!: string;
}

@ApiSchema({ description: 'Payroll details of an invoice.' })
export class PayrollView {
  /** Day of the payment. @example 2026-11-15 */
  paidOn!: string;
  /** First day of the period. @example 2026-11-01 */
  from!: string;
  /** Last day of the period. @example 2026-11-15 */
  to!: string;
  /** Frequency of the payments. */
  frequency!: CodeView;
  /** Wages and other earnings. */
  perceptions!: PerceptionView[];
  /** Amounts that the employer withholds, such as income tax. */
  deductions!: PayrollAmountView[];
  /** Other payments, such as the employment subsidy. */
  otherPayments!: PayrollAmountView[];
  /** Payments in kind, such as food vouchers. @example "0.00" */
  @XmlDecimal()
  inKind!: string;
  /** Net pay in money: earnings and other payments, minus deductions and payments in kind. @example "8800.00" */
  @XmlDecimal()
  net!: string;
}

@ApiSchema({ description: 'An invoice that a payment receipt pays.' })
export class PaidInvoiceView {
  /** Fiscal UUID of the paid invoice. @example 6F1C2B3A-0D4E-4F5A-8B6C-7D8E9F0A1B2C */
  uuid!: string;
  /** Number of the installment. @example 1 */
  installment!: number;
  /** Paid amount. @example "116.00" */
  @XmlDecimal()
  paid!: string;
  /** Amount still due. @example "0.00" */
  @XmlDecimal()
  outstanding!: string;
}

@ApiSchema({ description: 'A relation to another invoice.' })
export class RelationView {
  /** Kind of the relation, such as `04` for a replaced invoice. */
  relation!: CodeView;
  /** Fiscal UUID of the other invoice. @example 6F1C2B3A-0D4E-4F5A-8B6C-7D8E9F0A1B2C */
  uuid!: string;
}

@ApiSchema({ description: 'Results of the offline checks of an invoice.' })
export class VerificationView {
  /** Always `valid`, because other files are rejected. @example valid */
  structure!: 'valid';
  /** Result of comparing the total with the lines, discounts and taxes. @example valid */
  totals!: 'valid' | 'mismatch';
  /**
   * Check of the issuer's seal. A valid seal proves that the content is unchanged, but not who the issuer is.
   * @example valid
   */
  seal!: 'valid' | 'invalid' | 'unsupported';
  /** Always `unchecked`, because only the tax authority knows whether the invoice was canceled. @example unchecked */
  stamp!: 'unchecked';
}

@ApiSchema({ description: 'An invoice (CFDI 4.0). Amounts have the decimals of the XML.' })
export class InvoiceView {
  id!: string;
  /** Fiscal UUID (folio fiscal), in upper case. @example 6F1C2B3A-0D4E-4F5A-8B6C-7D8E9F0A1B2C */
  uuid!: string;
  /** Type of invoice: income (I), credit (E), transfer (T), payroll (N) or payment (P). @example income */
  kind!: CfdiKind;
  /**
   * `issued` if the issuer is a taxpayer of the workspace, `received` if only the receiver is, else `unrelated`.
   * @example received
   */
  direction!: 'issued' | 'received' | 'unrelated';
  /** Person or company that issued the invoice. */
  issuer!: PartyView;
  /** Person or company that received the invoice. */
  receiver!: PartyView;
  /** Series assigned by the issuer; null if not stated. @example A */
  series!: string | null;
  /** Number assigned by the issuer; null if not stated. @example "1024" */
  folio!: string | null;
  /** Local time of issue, without a zone. @example "2026-11-15T10:30:00" */
  @LocalTime()
  issuedAt!: string;
  /** Local time of the stamp, without a zone. @example "2026-11-15T10:31:12" */
  @LocalTime()
  stampedAt!: string;
  currency!: string;
  /** Pesos per unit of the currency; null if not stated. @example "18.4123" */
  @XmlDecimal({ nullable: true })
  rate!: string | null;
  /** Sum of the lines. @example "800.00" */
  @XmlDecimal()
  subtotal!: string;
  /** Sum of the discounts; null if there is none. @example "0.00" */
  @XmlDecimal({ nullable: true })
  discount!: string | null;
  /** Amount after discounts and taxes. @example "928.00" */
  @XmlDecimal()
  total!: string;
  /** Payment in one installment (PUE) or deferred (PPD); null if not stated. */
  paymentMethod!: CodeView | null;
  /** Form of payment; null if not stated. */
  paymentForm!: CodeView | null;
  /** Use of the invoice by the receiver (uso del CFDI). */
  use!: CodeView;
  /** Products and services, in the order of the XML. */
  lines!: InvoiceLineView[];
  /** Tax totals, as stated on the invoice. */
  taxes!: InvoiceTaxesView;
  /** Payroll details; null for other kinds. */
  payroll!: PayrollView | null;
  /** Invoices that a payment receipt pays; empty for other kinds. */
  payments!: PaidInvoiceView[];
  /** Invoices that this invoice refers to, such as an invoice that it replaces. */
  related!: RelationView[];
  /** Results of the checks. */
  verification!: VerificationView;
  /** `linked` if transactions pay the invoice, `suggested` if candidates exist, otherwise `none`. @example linked */
  match!: 'none' | 'suggested' | 'linked';
  /** IDs of the transactions that pay the invoice; empty while the invoice is in the trash. */
  transactionIds!: string[];
  /** ID of the file with the XML; null if the file is in the trash or deleted. */
  fileId!: string | null;
  createdAt!: string;
  /** Time at which the invoice was moved to the trash; null if it is live. */
  deletedAt!: string | null;
}

@ApiSchema({ description: 'A page of invoices.' })
export class InvoicePageView {
  items!: InvoiceView[];
  nextCursor!: string | null;
}

@ApiSchema({
  description: 'Reason for rejecting one file of an upload: the problem that uploading the file alone returns.',
})
export class RefusalView {
  /** Code of the problem. @example INVOICE_UNREADABLE */
  code!: string;
  /** HTTP status that uploading the file alone returns. @example 422 */
  status!: number;
  /** Title of the status. @example "Unprocessable Entity" */
  title!: string;
  /** Reason as a sentence. @example "The invoice cannot be read: the file is not XML." */
  detail!: string;
}

@ApiSchema({ description: 'Result for one XML file of an upload.' })
export class UploadedInvoiceView {
  /** Name of the file, without its path. @example "factura-1024.xml" */
  name!: string;
  /** `existing` if the workspace already has an invoice with the same bytes. @example created */
  outcome!: 'created' | 'existing' | 'refused';
  /** The invoice; null if refused. */
  invoice!: InvoiceView | null;
  /** Reason for the rejection; null unless `refused`. */
  problem!: RefusalView | null;
}

@ApiSchema({ description: 'Results of an upload, in the order of the archive.' })
export class UploadedInvoicesView {
  items!: UploadedInvoiceView[];
}

@ApiSchema({ description: 'A transaction that may pay an invoice.' })
export class CandidateView {
  transactionId!: string;
  /**
   * Matching criteria: the amount, a date from 5 days before to 35 days after issue, the RFC of the other party, or a
   * word of its name.
   */
  reasons!: ('AMOUNT' | 'DATE' | 'RFC' | 'NAME')[];
}

@ApiSchema({ description: 'Transactions that may pay an invoice, best first.' })
export class CandidatesView {
  items!: CandidateView[];
}
