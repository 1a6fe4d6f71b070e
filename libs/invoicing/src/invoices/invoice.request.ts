import { ApiSchema } from '@nestjs/swagger';
import type { FieldRule } from '@app/kernel';
import { day, Field, flag, oneOf, PageRequest, queryFlag, queryInteger, reference, ValuesField } from '@app/kernel';
import type { CfdiKind } from '@app/cfdi';
import { rfc } from '../taxpayers/rfc.js';

export const MAX_LINKED = 10;

const code = (): FieldRule => ({
  code: 'PATTERN_INVALID',
  detail: 'must be a code of 3 or 4 upper-case letters and digits, such as D01',
  schema: { type: 'string', pattern: '^[A-Z0-9]{3,4}$', examples: ['D01'] },
  check: (value) => typeof value === 'string' && /^[A-Z0-9]{3,4}$/.test(value),
});

export class ListInvoicesRequest extends PageRequest {
  /** Only invoices of this kind. @example income */
  @Field(oneOf('income', 'credit', 'transfer', 'payroll', 'payment'), { optional: true })
  kind?: CfdiKind;

  /** Only invoices with this direction, according to the current taxpayers. @example received */
  @Field(oneOf('issued', 'received', 'unrelated'), { optional: true })
  direction?: 'issued' | 'received' | 'unrelated';

  /** Only invoices issued in this year. @example 2026 */
  @Field(queryInteger(2000, 2200), { optional: true })
  year?: number;

  /** Only invoices of the issuer with this RFC. */
  @Field(rfc(), { optional: true })
  issuer?: string;

  /** Only invoices with this use (uso de CFDI). */
  @Field(code(), { optional: true })
  use?: string;

  /** Only invoices with this match. @example suggested */
  @Field(oneOf('none', 'suggested', 'linked'), { optional: true })
  match?: 'none' | 'suggested' | 'linked';

  /** True to list the trash instead. @example true */
  @Field(queryFlag(), { optional: true })
  deleted?: boolean;
}

const DISTINCT = (ids: readonly string[]) => [...new Set(ids)];

@ApiSchema({ description: 'Transactions that pay an invoice.' })
export class LinkInvoiceRequest {
  /** IDs of 1 to 10 transactions. */
  @ValuesField(reference(), { most: MAX_LINKED, distinct: DISTINCT, mostDistinct: MAX_LINKED })
  transactionIds!: string[];

  /** True to link transactions even if they do not add up to the total of the invoice. */
  @Field(flag(), { optional: true, byDefault: false })
  allowDifference: boolean = false;
}

@ApiSchema({ description: 'Account, category and day of the transactions to create from an invoice.' })
export class RecordInvoiceRequest {
  /** ID of the account that paid or received the money, in the currency of the invoice. */
  @Field(reference())
  accountId!: string;

  /** ID of the category; null for none. */
  @Field(reference(), { optional: true, nullable: true })
  categoryId?: string | null;

  /**
   * ID of the account that received the payments in kind of payroll, such as a food voucher card. Required if the
   * payroll has any.
   */
  @Field(reference(), { optional: true, nullable: true })
  inKindAccountId?: string | null;

  /** Date of the transactions. Defaults to the day of issue, or for payroll to the day of payment. */
  @Field(day(), { optional: true, nullable: true })
  date?: string | null;
}
