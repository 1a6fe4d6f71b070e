/** A row of a statement that is a part of a purchase in installments. */
export interface PartRow {
  /** Index of the row in the draft; null for a row of an earlier import that took its part. */
  readonly index: number | null;
  /** Number of the part, from 1. */
  readonly number: number;
  readonly months: number;
  /** In minor units, like those of plans. */
  readonly amount: bigint;
  /** Folded description. */
  readonly text: string;
}

/** A purchase in installments that the account holds as a whole. */
export interface PurchasePlan {
  readonly months: number;
  readonly amount: bigint;
  /** Folded description of the purchase. */
  readonly text: string;
}

/** Words of statements that name no shop. */
const GENERIC = new Set(
  (
    'msi mes meses mens mensual mensualidad mensualidades parcialidad parcialidades cuota cuotas plazo plazos int interes ' +
    'intereses sin con compra compras pago pagos cargo diferido tienda de del la las el los en por para mx mex mexico com www sa cv'
  ).split(' '),
);

/**
 * Returns the rows of a draft that are parts of the account's plans, by their indexes. A row fits a plan with as many months if
 * its amount is less than a cent a month away from the plan's part, because banks round differently. If several plans or
 * rows of the draft fit, a row also needs a word of the purchase. Each part of a plan is taken once: by a row of an earlier
 * import, by the row with the most words of the purchase, or else by the first. Source: contract section 20, months without
 * interest; decision 0074.
 */
export function partsOfPlans(rows: readonly PartRow[], plans: readonly PurchasePlan[]): number[] {
  const shops = rows.map(({ text }) => shopWords(text));
  const pairs = plans.flatMap((plan, planAt) => {
    const words = shopWords(plan.text);
    const fitting = rows.flatMap((row, at) => (fits(row, plan) ? [{ at, row }] : []));
    const isOnly = fitting.filter(({ row }) => row.index !== null).length === 1;
    return fitting.map(({ at, row }) => ({ at, row, planAt, isOnly, words: common(shops[at]!, words) }));
  });
  const choices = Map.groupBy(pairs, ({ at }) => at);
  const eligible = pairs.filter(
    ({ at, row, words, isOnly }) => row.index === null || words > 0 || (isOnly && choices.get(at)!.length === 1),
  );
  eligible.sort(
    (one, other) =>
      Number(one.row.index !== null) - Number(other.row.index !== null) || other.words - one.words || one.at - other.at,
  );
  const taken = new Set<string>();
  const matched = new Map<number, number | null>();
  for (const { at, planAt, row } of eligible) {
    const part = `${planAt} ${row.number}`;
    if (matched.has(at) || taken.has(part)) continue;
    taken.add(part);
    matched.set(at, row.index);
  }
  return [...matched.values()].filter((index) => index !== null);
}

function fits({ months, amount }: PartRow, plan: PurchasePlan): boolean {
  const distance = amount - plan.amount / BigInt(plan.months);
  return months === plan.months && distance < months && -distance < months;
}

function shopWords(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}&]{2,}/gu) ?? [];
  return new Set(words.filter((word) => /\p{L}/u.test(word) && !GENERIC.has(word)));
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}
