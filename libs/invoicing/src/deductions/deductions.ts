import { halfEven, isRate, Money, Pace, parseRate } from '@app/kernel/pure';
import { INCOME_PERCENT, TRACEABLE_FORMS, USES } from './years.js';

export type ExclusionReason =
  'CASH_PAYMENT' | 'PAYMENT_UNKNOWN' | 'NOT_YOUR_RFC' | 'SEAL_INVALID' | 'TOTALS_MISMATCH' | 'CURRENCY';

/** Fields of an invoice that determine its deduction. Fiscal UUIDs are in upper case. */
export interface DeductionInvoice {
  readonly id: string;
  readonly uuid: string;
  readonly kind: string;
  readonly issuer: string;
  readonly receiver: string;
  readonly use: string;
  readonly currency: string;
  readonly total: string;
  readonly rate: string | null;
  readonly form: string | null;
  readonly seal: string;
  readonly totals: string;
  /** True if the invoice itself can be deducted. False for credit notes, payment receipts and replacements. */
  readonly deducts: boolean;
  readonly related: readonly { readonly relation: string; readonly uuid: string }[];
  readonly payments: readonly {
    readonly uuid: string;
    readonly paid: string;
    readonly currency: string;
    readonly form: string;
  }[];
}

const PESOS = 'MXN';
const REPLACES = '04';
const UNKNOWN_FORM = '99';
const zero = Money.zero(PESOS);

/**
 * Sums the personal deductions of a taxpayer by use, and lists the excluded invoices with all reasons. Lets other work
 * run in between.
 */
export async function deductionsOf(
  invoices: readonly DeductionInvoice[],
  rfc: string,
  fiveUma: string,
  totalIncome: string | null,
) {
  const replaced = new Set(
    invoices.flatMap(({ issuer, related }) =>
      related.filter(({ relation }) => relation === REPLACES).map(({ uuid }) => `${issuer} ${uuid}`),
    ),
  );
  const valid = invoices.filter(({ issuer, uuid }) => !replaced.has(`${issuer} ${uuid}`));
  const pace = new Pace();
  const credits = await creditsOf(valid, pace);
  const receipts = Map.groupBy(
    valid.flatMap(({ kind, issuer, payments }) =>
      kind === 'payment' ? payments.map((payment) => ({ ...payment, issuer })) : [],
    ),
    ({ issuer, uuid }) => `${issuer} ${uuid}`,
  );
  const judged: { invoice: DeductionInvoice; amount: Money | null; reasons: ExclusionReason[] }[] = [];
  for (const invoice of valid.filter(({ deducts }) => deducts)) {
    await pace.keep();
    const credited = credits.get(invoice.uuid);
    const credit = credited ?? zero;
    const gross = credited === null ? null : inPesos(invoice);
    const amount = gross && gross.subtract(credit).max(zero);
    const paid = receipts.get(`${invoice.issuer} ${invoice.uuid}`) ?? [];
    judged.push({ invoice, amount, reasons: reasonsAgainst(invoice, paid, gross, credit, rfc) });
  }
  const items = Object.entries(USES).flatMap(([use, { label, insideCap }]) => {
    const all = judged.filter(({ invoice }) => invoice.use === use);
    if (all.length === 0) return [];
    const sumOf = (some: typeof all) =>
      Money.sum(
        some.map(({ amount }) => amount ?? zero),
        PESOS,
      );
    const counted = all.filter(({ reasons }) => reasons.length === 0);
    const excludedAmount = sumOf(all.filter(({ reasons }) => reasons.length > 0));
    return [{ use, label, insideCap, count: counted.length, amount: sumOf(counted), excludedAmount }];
  });
  const sum = (some: typeof items) =>
    Money.sum(
      some.map(({ amount }) => amount),
      PESOS,
    );
  const [inside, outside] = [
    sum(items.filter(({ insideCap }) => insideCap)),
    sum(items.filter(({ insideCap }) => !insideCap)),
  ];
  const cap = totalIncome === null ? null : capOf(fiveUma, totalIncome);
  return {
    cap: cap?.amount ?? null,
    cappedBy: cap?.by ?? null,
    items,
    total: inside.add(outside),
    totalAfterCap: cap && inside.min(cap.amount).add(outside),
    excluded: judged
      .filter(({ reasons }) => reasons.length > 0)
      .map(({ invoice, amount, reasons }) => ({ invoiceId: invoice.id, amount, reasons })),
  };
}

function capOf(fiveUma: string, totalIncome: string) {
  const [uma, income] = [
    Money.parse(fiveUma, PESOS),
    Money.parse(totalIncome, PESOS).portion(INCOME_PERCENT, 100, halfEven),
  ];
  return uma.compare(income) <= 0 ? { amount: uma, by: 'uma' as const } : { amount: income, by: 'income' as const };
}

/**
 * Assigns credit notes to invoices of the same issuer and receiver. A credit note for several invoices reduces them in
 * order, none below zero. A credit note without an exchange rate has the rate of its first invoice in the same
 * currency. The credit is null if a credit note cannot be converted.
 */
async function creditsOf(invoices: readonly DeductionInvoice[], pace: Pace): Promise<Map<string, Money | null>> {
  const byUuid = new Map(invoices.map((invoice) => [invoice.uuid, invoice]));
  const credits = new Map<string, Money | null>();
  for (const credit of invoices.filter(({ kind }) => kind === 'credit')) {
    const related = [...new Set(credit.related.map(({ uuid }) => uuid))].flatMap((uuid) => {
      const invoice = byUuid.get(uuid);
      return invoice?.issuer === credit.issuer && invoice.receiver === credit.receiver ? [invoice] : [];
    });
    const rate = credit.rate ?? related.find(({ currency }) => currency === credit.currency)?.rate ?? null;
    let rest = inPesos({ ...credit, rate });
    for (const invoice of related) {
      await pace.keep();
      const known = credits.get(invoice.uuid);
      if (known === null || rest === null) {
        credits.set(invoice.uuid, null);
        continue;
      }
      const before = known ?? zero;
      const lowered = rest.min((inPesos(invoice) ?? zero).subtract(before));
      credits.set(invoice.uuid, before.add(lowered));
      rest = rest.subtract(lowered);
    }
  }
  return credits;
}

function reasonsAgainst(
  invoice: DeductionInvoice,
  receipts: DeductionInvoice['payments'],
  gross: Money | null,
  credit: Money,
  rfc: string,
): ExclusionReason[] {
  const { receiver, use, form, seal, totals } = invoice;
  const reasons: ExclusionReason[] = [];
  if (receiver !== rfc) reasons.push('NOT_YOUR_RFC');
  if (USES[use]!.needsForm && !TRACEABLE_FORMS.has(form ?? UNKNOWN_FORM)) {
    if (form !== null && form !== UNKNOWN_FORM) reasons.push('CASH_PAYMENT');
    else if (!isPaidTraceably(invoice, receipts, gross, credit)) reasons.push('PAYMENT_UNKNOWN');
  }
  if (seal === 'invalid') reasons.push('SEAL_INVALID');
  if (totals !== 'valid') reasons.push('TOTALS_MISMATCH');
  if (gross === null) reasons.push('CURRENCY');
  return reasons;
}

/** True if receipts with traceable forms of payment cover the total of an invoice minus its credit notes. */
function isPaidTraceably(
  invoice: DeductionInvoice,
  receipts: DeductionInvoice['payments'],
  gross: Money | null,
  credit: Money,
): boolean {
  if (gross === null) return false;
  const { currency, rate } = invoice;
  const paid = receipts
    .filter((payment) => payment.currency === currency && TRACEABLE_FORMS.has(payment.form))
    .flatMap((payment) => amountOf(payment.paid, currency) ?? []);
  return (pesosOf(Money.sum(paid, currency), rate) ?? zero).add(credit).compare(gross) >= 0;
}

/** Returns the total in pesos; null without an exchange rate, or if the total is too large. */
function inPesos({ currency, total, rate }: Pick<DeductionInvoice, 'currency' | 'total' | 'rate'>): Money | null {
  const amount = amountOf(total, currency);
  return amount && pesosOf(amount, rate);
}

function pesosOf(amount: Money, rate: string | null): Money | null {
  if (amount.currency === PESOS) return amount;
  if (!isRate(rate)) return null;
  return amount.convert(parseRate(rate), PESOS, halfEven);
}

/**
 * Parses an amount of an invoice, which has up to six decimals, and rounds it half to even. Null if it is too large.
 */
function amountOf(decimal: string, currency: string): Money | null {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{0,6}))?$/.exec(decimal) ?? [];
  if (whole === undefined) return null;
  const scaled = Money.ofMinor(BigInt(whole + decimals.padEnd(2, '0')), currency);
  return scaled.portion(1, 10 ** Math.max(0, decimals.length - 2), halfEven);
}
