export interface PartRow {
  /** Index in the draft; null for a row in an earlier import that matched an installment. */
  readonly index: number | null;
  readonly number: number;
  readonly months: number;
  /** Minor units. */
  readonly amount: bigint;
  readonly text: string;
}

/** An installment purchase that the account has as a single transaction. */
export interface PurchasePlan {
  readonly months: number;
  readonly amount: bigint;
  readonly text: string;
}

const GENERIC = new Set(
  (
    'msi mes meses mens mensual mensualidad mensualidades parcialidad parcialidades cuota cuotas plazo plazos int interes ' +
    'intereses sin con compra compras pago pagos cargo diferido tienda de del la las el los en por para mx mex mexico com www sa cv'
  ).split(' '),
);

/**
 * Returns the indexes of rows that are installments of plans. The number of months must be equal. The amount may differ
 * by less than one cent per month, because banks round. If several plans or rows fit, a word of the purchase must
 * match. Each installment matches one row: first a row in an earlier import, then the row with the most matching words,
 * then the first row (decision 0073).
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
    (first, second) =>
      Number(first.row.index !== null) - Number(second.row.index !== null) ||
      second.words - first.words ||
      first.at - second.at,
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

function common(first: ReadonlySet<string>, second: ReadonlySet<string>): number {
  return [...first].filter((word) => second.has(word)).length;
}
