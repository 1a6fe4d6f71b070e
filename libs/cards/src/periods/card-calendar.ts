import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, bankingDayAfter, dayOf, dayParts, firstOfMonth, lengthOfMonth } from '@app/kernel/pure';

export interface CutOffRule {
  /** Cut-off day. In months with fewer days, 29 to 31 mean the last day. */
  readonly cutOffDay: number;
  readonly paymentDays: number;
}

/**
 * Dates that the bank reported for one statement. They take precedence over the dates that follow from the card's
 * terms.
 */
export interface RecordedDates {
  /** First day of the month whose statement this is according to the card's terms. */
  readonly month: Day;
  readonly cutOff: Day | null;
  readonly dueDate: Day | null;
}

export interface CardPeriod {
  readonly month: Day;
  readonly start: Day;
  readonly cutOff: Day;
  readonly dueDate: Day;
}

/** Maximum number of months between a recorded cut-off and the month of its statement. */
export const MAX_MONTHS_OFF = 3;

/**
 * Statement periods of a card, one per month and without gaps. A cut-off is the recorded date, or else follows from the
 * card's terms; it does not depend on the previous cut-off. A month has no period if a recorded cut-off is later than
 * the month's own cut-off, for example after the terms have changed.
 */
export class CardCalendar {
  private readonly recorded: ReadonlyMap<Day, RecordedDates>;
  private readonly moved: readonly { readonly month: Day; readonly cutOff: Day }[];
  private readonly cutOffs = new Map<Day, Day | null>();

  constructor(
    private readonly rule: CutOffRule,
    recorded: readonly RecordedDates[] = [],
  ) {
    this.recorded = new Map(recorded.map((dates) => [dates.month, dates]));
    this.moved = recorded.flatMap(({ month, cutOff }) => (cutOff === null ? [] : [{ month, cutOff }]));
  }

  holding(day: Day): CardPeriod {
    let month = addMonths(firstOfMonth(day), -MAX_MONTHS_OFF);
    while ((this.cutOffIn(month) ?? '') < day) month = addMonths(month, 1);
    return this.periodIn(month);
  }

  next({ month }: CardPeriod): CardPeriod {
    return this.periodIn(this.adjacentMonth(month, 1));
  }

  previous({ month }: CardPeriod): CardPeriod {
    return this.periodIn(this.adjacentMonth(month, -1));
  }

  nominalCutOff(month: Day): Day {
    const [year, number] = dayParts(month);
    return dayOf(year, number, Math.min(this.rule.cutOffDay, lengthOfMonth(year, number)));
  }

  private periodIn(month: Day): CardPeriod {
    const before = this.cutOffIn(this.adjacentMonth(month, -1))!;
    const cutOff = this.cutOffIn(month)!;
    const dueDate = this.recorded.get(month)?.dueDate ?? bankingDayAfter(addDays(cutOff, this.rule.paymentDays));
    return { month, start: addDays(before, 1), cutOff, dueDate };
  }

  private adjacentMonth(month: Day, step: 1 | -1): Day {
    let adjacent = addMonths(month, step);
    while (this.cutOffIn(adjacent) === null) adjacent = addMonths(adjacent, step);
    return adjacent;
  }

  /** Returns the cut-off in a month. Null if a recorded cut-off leaves no room for a period in this month. */
  private cutOffIn(month: Day): Day | null {
    const known = this.cutOffs.get(month);
    if (known !== undefined) return known;
    const cutOff = this.recorded.get(month)?.cutOff ?? this.freeNominal(month);
    this.cutOffs.set(month, cutOff);
    return cutOff;
  }

  private freeNominal(month: Day): Day | null {
    const nominal = this.nominalCutOff(month);
    const crossed = this.moved.some((moved) =>
      moved.month < month ? moved.cutOff >= nominal : moved.cutOff <= nominal,
    );
    return crossed ? null : nominal;
  }
}
