/** A code from a SAT catalogue. `label` is null if the code is not in the catalogue. */
export interface Coded {
  code: string;
  label: string | null;
}

/** A decimal string. Values from the XML keep their number of decimals. */
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
  /** Null for withheld taxes, which have no rate in the summary, and for exempt taxes. */
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
  /** Dates as `YYYY-MM-DD`: the payment, and the first and last day of the period. */
  paidOn: string;
  from: string;
  to: string;
  frequency: Coded;
  perceptions: PayrollPerception[];
  deductions: PayrollAmount[];
  otherPayments: PayrollAmount[];
  /** Perceptions 029 to 032, 045, 047 and 048 and other payment 006. */
  inKind: Decimal;
  /** Perceptions and other payments, minus deductions and payments in kind. */
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
  /** Form of payment, such as a transfer. */
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
  /** Always valid, because `readCfdi` rejects other files. */
  structure: 'valid';
  totals: 'valid' | 'mismatch';
  seal: 'valid' | 'invalid' | 'unsupported';
  /** Always unchecked, because only the SAT knows whether an invoice was canceled. */
  stamp: 'unchecked';
}

export interface Cfdi {
  /** Upper case, even if the XML has lower case. */
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
  /** Null unless `kind` is `payroll` and the payroll complement is present. */
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
