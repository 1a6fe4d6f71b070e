/** A code of a catalogue of the SAT. `label` is null if the catalogue does not have the code. */
export interface Coded {
  code: string;
  label: string | null;
}

/** Amounts are decimal strings with the decimals of the XML. */
export type Decimal = string;

export type CfdiKind = 'income' | 'credit' | 'transfer' | 'payroll' | 'payment';

export interface CfdiParty {
  rfc: string;
  name: string;
  regime: Coded;
}

export interface CfdiLine {
  productCode: string;
  description: string;
  quantity: Decimal;
  unitPrice: Decimal;
  amount: Decimal;
  discount: Decimal | null;
}

export interface CfdiTax {
  tax: Coded;
  /** Null for withheld taxes, whose summary has no rate, and for exempt ones. */
  rate: Decimal | null;
  /** Null for exempt taxes. */
  amount: Decimal | null;
}

export interface PayrollPerception {
  type: string;
  label: string | null;
  concept: string;
  taxed: Decimal;
  exempt: Decimal;
}

export interface PayrollAmount {
  type: string;
  label: string | null;
  concept: string;
  amount: Decimal;
}

export interface CfdiPayroll {
  /** Days as `2026-11-15`. */
  paidOn: string;
  from: string;
  to: string;
  frequency: Coded;
  perceptions: PayrollPerception[];
  deductions: PayrollAmount[];
  otherPayments: PayrollAmount[];
  /** Perceptions 029 to 032, 045, 047 and 048 and other payment 006. */
  inKind: Decimal;
  /** Perceptions and other payments without deductions and payments in kind. */
  net: Decimal;
}

/** An invoice that a payment receipt pays. */
export interface CfdiPayment {
  /** Upper case. */
  uuid: string;
  installment: number;
  /** In `currency`. */
  paid: Decimal;
  outstanding: Decimal;
  /** Currency of the paid invoice. */
  currency: string;
  /** Form of the payment that pays the invoice. */
  form: Coded;
  /** Local time without a zone. */
  paidAt: string;
}

export interface CfdiRelation {
  relation: Coded;
  /** Upper case. */
  uuid: string;
}

export interface CfdiVerification {
  /** Always valid: other files are refused with `CfdiUnreadable`. */
  structure: 'valid';
  totals: 'valid' | 'mismatch';
  seal: 'valid' | 'invalid' | 'unsupported';
  /** Only the SAT knows if a stamp is in force. */
  stamp: 'unchecked';
}

export interface Cfdi {
  /** Upper case, whatever the case in the XML. */
  uuid: string;
  kind: CfdiKind;
  issuer: CfdiParty;
  receiver: CfdiParty;
  series: string | null;
  folio: string | null;
  /** Local times without a zone, such as `2026-11-15T10:30:00`. */
  issuedAt: string;
  stampedAt: string;
  /** ISO code; `XXX` for receipts without an amount. */
  currency: string;
  /** Pesos per unit of `currency`. */
  rate: Decimal | null;
  subtotal: Decimal;
  discount: Decimal | null;
  total: Decimal;
  paymentMethod: Coded | null;
  paymentForm: Coded | null;
  use: Coded;
  lines: CfdiLine[];
  taxes: { transferred: CfdiTax[]; withheld: CfdiTax[] };
  /** Null unless `kind` is `payroll`, and for a payroll receipt without its complement. */
  payroll: CfdiPayroll | null;
  /** Empty unless `kind` is `payment`. */
  payments: CfdiPayment[];
  related: CfdiRelation[];
  verification: CfdiVerification;
}

/** The only error that `readCfdi` throws. */
export class CfdiUnreadable extends Error {
  constructor(
    /** Problem as a clause without a period, such as `the file is not XML`. */
    readonly reason: string,
  ) {
    super(reason);
    this.name = 'CfdiUnreadable';
  }
}
