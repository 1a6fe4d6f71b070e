import { isDay } from '@app/kernel/pure';
import { isRfc } from '../taxpayers/rfc.js';

type Shape = (value: unknown) => boolean;

const like =
  (pattern: RegExp): Shape =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const orNull =
  (shape: Shape): Shape =>
  (value) =>
    value === null || shape(value);
const listOf =
  (shape: Shape): Shape =>
  (value) =>
    Array.isArray(value) && value.every(shape);
const object =
  (shapes: Readonly<Record<string, Shape>>): Shape =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === Object.keys(shapes).length &&
    Object.entries(shapes).every(
      ([key, shape]) => Object.hasOwn(value, key) && shape((value as Record<string, unknown>)[key]),
    );

const text: Shape = (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
/** The schemas of the SAT allow 28 digits, and ten decimals with zeros at the end. */
const decimal = like(/^-?\d{1,28}(\.\d{1,10})?$/);
const instant: Shape = (value) =>
  like(/^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3])(:[0-5]\d){2}$/)(value) && isDay((value as string).slice(0, 10));
const uuid = like(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/);
/** A payment receipt may name the folio of an invoice from before fiscal UUIDs. */
const paidUuid = like(/^([0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}|\d{3}-\d{2}-\d{9})$/);
const word =
  (...words: string[]): Shape =>
  (value) =>
    words.includes(value as string);
const coded = object({ code: like(/^[0-9A-Za-z]{1,10}$/), label: orNull(text) });
const party = object({ rfc: isRfc, name: text, regime: coded });
const taxes = listOf(object({ tax: coded, rate: orNull(decimal), amount: orNull(decimal) }));
const payrollAmounts = listOf(object({ type: text, label: orNull(text), concept: text, amount: decimal }));

/** True if a value has the form that `readCfdi` returns. An export with any other document cannot be restored. */
export const isStoredDocument = object({
  uuid,
  kind: word('income', 'credit', 'transfer', 'payroll', 'payment'),
  issuer: party,
  receiver: party,
  series: orNull(text),
  folio: orNull(text),
  issuedAt: instant,
  stampedAt: instant,
  currency: like(/^[A-Z]{3}$/),
  rate: orNull(decimal),
  subtotal: decimal,
  discount: orNull(decimal),
  total: decimal,
  paymentMethod: orNull(coded),
  paymentForm: orNull(coded),
  use: coded,
  lines: listOf(
    object({
      ...{ productCode: text, description: text, quantity: decimal },
      ...{ unitPrice: decimal, amount: decimal, discount: orNull(decimal) },
    }),
  ),
  taxes: object({ transferred: taxes, withheld: taxes }),
  payroll: orNull(
    object({
      ...{ paidOn: isDay, from: isDay, to: isDay, frequency: coded, inKind: decimal, net: decimal },
      perceptions: listOf(object({ type: text, label: orNull(text), concept: text, taxed: decimal, exempt: decimal })),
      deductions: payrollAmounts,
      otherPayments: payrollAmounts,
    }),
  ),
  payments: listOf(
    object({
      ...{ uuid: paidUuid, installment: Number.isSafeInteger, paid: decimal, outstanding: decimal },
      ...{ currency: like(/^[A-Z]{3}$/), form: coded, paidAt: instant },
    }),
  ),
  related: listOf(object({ relation: coded, uuid })),
  verification: object({
    ...{ structure: word('valid'), totals: word('valid', 'mismatch') },
    ...{ seal: word('valid', 'invalid', 'unsupported'), stamp: word('unchecked') },
  }),
});
