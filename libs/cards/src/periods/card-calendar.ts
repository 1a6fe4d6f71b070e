import type { Day } from '@app/kernel/pure';
import { addDays, addMonths, bankingDayAfter, dayOf, dayParts, firstOfMonth, lengthOfMonth } from '@app/kernel/pure';

/** When a card's statements close and fall due. Source: contract section 20, cards. */
export interface CutOffRule {
  /** The 29th to the 31st mean the last day of a month that is too short. */
  readonly cutOffDay: number;
  readonly paymentDays: number;
}

/** What the bank says of the dates of one statement: they hold for it, whatever the rule says. */
export interface RecordedDates {
  /** The first day of the month for which the rule has the statement. */
  readonly month: Day;
  readonly cutOff: Day | null;
  readonly dueDate: Day | null;
}

/** What one statement is about: the days after the cut-off before it, up to its own. */
export interface CardPeriod {
  /** The first day of the month for which the rule has it. */
  readonly month: Day;
  readonly start: Day;
  readonly cutOff: Day;
  readonly dueDate: Day;
}

/** Farther than so many months from the month of its rule no cut-off is. */
export const MAX_MONTHS_OFF = 3;

/**
 * The periods of a card, one for each month. Each cut-off is reckoned from the rule and never from the one before it, unless the
 * bank said another date; the next period follows it, and later ones keep the rule. The periods tile the calendar: where
 * a recorded cut-off reaches beyond one of the rule, as after a change of the rule, there is no period for that month.
 */
export class CardCalendar {
  private readonly recorded: ReadonlyMap<Day, RecordedDates>;
  private readonly moved: readonly { readonly month: Day; readonly cutOff: Day }[];
  private readonly cutOffs = new Map<Day, Day | null>();

  constructor(
    private readonly rule: CutOffRule,
    recorded: readonly RecordedDates[] = [],
  ) {
    this.recorded = new Map(recorded.map((one) => [one.month, one]));
    this.moved = recorded.flatMap(({ month, cutOff }) => (cutOff === null ? [] : [{ month, cutOff }]));
  }

  /** The period that a day lies in. */
  holding(day: Day): CardPeriod {
    let month = addMonths(firstOfMonth(day), -MAX_MONTHS_OFF);
    while ((this.cutOffIn(month) ?? '') < day) month = addMonths(month, 1);
    return this.periodIn(month);
  }

  next({ month }: CardPeriod): CardPeriod {
    return this.periodIn(this.monthBeside(month, 1));
  }

  previous({ month }: CardPeriod): CardPeriod {
    return this.periodIn(this.monthBeside(month, -1));
  }

  /** The cut-off that the rule has in a month. */
  nominalCutOff(month: Day): Day {
    const [year, number] = dayParts(month);
    return dayOf(year, number, Math.min(this.rule.cutOffDay, lengthOfMonth(year, number)));
  }

  private periodIn(month: Day): CardPeriod {
    const before = this.cutOffIn(this.monthBeside(month, -1))!;
    const cutOff = this.cutOffIn(month)!;
    const dueDate = this.recorded.get(month)?.dueDate ?? bankingDayAfter(addDays(cutOff, this.rule.paymentDays));
    return { month, start: addDays(before, 1), cutOff, dueDate };
  }

  /** The nearest month that has a period, after another one or before it. */
  private monthBeside(month: Day, step: 1 | -1): Day {
    let beside = addMonths(month, step);
    while (this.cutOffIn(beside) === null) beside = addMonths(beside, step);
    return beside;
  }

  /** The cut-off of the period of a month; null where a recorded one leaves no room for it. */
  private cutOffIn(month: Day): Day | null {
    const known = this.cutOffs.get(month);
    if (known !== undefined) return known;
    const cutOff = this.recorded.get(month)?.cutOff ?? this.freeNominal(month);
    this.cutOffs.set(month, cutOff);
    return cutOff;
  }

  private freeNominal(month: Day): Day | null {
    const nominal = this.nominalCutOff(month);
    const crossed = this.moved.some((one) => (one.month < month ? one.cutOff >= nominal : one.cutOff <= nominal));
    return crossed ? null : nominal;
  }
}
