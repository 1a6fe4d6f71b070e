import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, addMonths, Clock, Database, formatAmount, occurrencesFrom } from '@app/kernel';
import { SuggestionNotFound } from '../planning.problems.js';
import type { MerchantRow } from './suggestion-groups.query.js';
import { merchantGroups } from './suggestion-groups.query.js';
import { DismissedSuggestion } from './dismissed-suggestion.entity.js';
import type { Recurring } from './recurring.js';
import { recurringAmong } from './recurring.js';
import { DateGrid } from './rhythm.js';
import { suggestionId } from './suggestion-id.js';
import type { Suggestion } from './suggestion.view.js';

/** Months of history to analyze: enough for three yearly payments, with a margin. */
const MONTHS_BACK = 38;
const GRID_MARGIN_DAYS = 31;
const MAX_SUGGESTIONS = 200;

/** Number of days after which an overdue payment counts as stopped, by frequency. */
const DAYS_TO_STOP: Readonly<Record<string, number>> = { week: 5, two_weeks: 8, quincena: 8, month: 12, year: 45 };

@Injectable()
export class Suggestions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list(workspaceId: string): Promise<Suggestion[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => this.found(work));
  }

  /** @throws SuggestionNotFound */
  dismiss(workspaceId: string, id: string): Promise<Suggestion> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const suggestion = (await this.found(work)).find((candidate) => candidate.id === id);
      if (suggestion === undefined) throw SuggestionNotFound(id);
      work.em.create(DismissedSuggestion, { workspaceId, id, dismissedAt: this.clock.now() });
      return suggestion;
    });
  }

  private async found(work: UnitOfWork): Promise<Suggestion[]> {
    const today = this.clock.today();
    const from = addMonths(today, -MONTHS_BACK);
    const grid = new DateGrid(addDays(from, -GRID_MARGIN_DAYS), addDays(today, GRID_MARGIN_DAYS));
    const groups = await work.query<MerchantRow>(merchantGroups(work.workspaceId, from, today));
    const all = groups
      .flatMap((group) => recurringOf(group, grid))
      .sort((a, b) => b.recurring.steadiness - a.recurring.steadiness);
    const dismissed = await this.dismissed(work);
    const wanted = all.filter(({ ids }) => !ids.some((id) => dismissed.has(id))).slice(0, MAX_SUGGESTIONS);
    const descriptions = await this.descriptions(
      work,
      wanted.map(({ lastId }) => lastId),
    );
    return wanted.map((recurring) => suggestionOf(recurring, descriptions.get(recurring.lastId)!, today));
  }

  private async dismissed(work: UnitOfWork): Promise<Set<string>> {
    const rows = await work.query<{ id: string }>({
      text: `select id from planning_dismissed_suggestions where workspace_id = $1`,
      values: [work.workspaceId],
    });
    return new Set(rows.map(({ id }) => id));
  }

  private async descriptions(work: UnitOfWork, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await work.query<{ id: string; description: string }>({
      text: `select id, description from ledger_live_transactions($1) where id = any($2::uuid[])`,
      values: [work.workspaceId, ids],
    });
    return new Map(rows.map(({ id, description }) => [id, description]));
  }
}

interface FoundRecurring {
  readonly id: string;
  /** IDs that the suggestion has with its current amount and had with each earlier amount. */
  readonly ids: readonly string[];
  readonly group: MerchantRow;
  readonly recurring: Recurring;
  readonly lastId: string;
}

function recurringOf(group: MerchantRow, grid: DateGrid): FoundRecurring[] {
  const { accountId, toAccountId, type, merchant, ids, dates, amounts, scheduled } = group;
  const entries = ids.map((transactionId, at) => ({ transactionId, date: dates[at]!, amount: BigInt(amounts[at]!) }));
  const matched = new Set(ids.filter((_, at) => scheduled[at]));
  return recurringAmong(entries, grid).flatMap((recurring) => {
    const lastId = recurring.entries.at(-1)!.transactionId;
    if (matched.has(lastId)) return [];
    const { every } = recurring.series.recurrence;
    const latestFirst = recurring.entries.map(({ amount }) => amount).toReversed();
    const idAmounts = recurring.isByAmount ? [...new Set(latestFirst)] : [null];
    const ids = idAmounts.map((amount) => suggestionId(accountId, toAccountId, type, merchant, every, amount));
    return [{ id: ids[0]!, ids, group, recurring, lastId }];
  });
}

function suggestionOf({ id, group, recurring }: FoundRecurring, description: string, today: Day): Suggestion {
  const { accountId, toAccountId, type } = group;
  const { series, entries } = recurring;
  const amounts = entries.map(({ amount }) => amount).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const lastDate = entries.at(-1)!.date;
  const nextDate = nextAfter(recurring, today);
  const { every } = series.recurrence;
  const [due] = upcoming(series, addDays(lastDate, Math.floor(DAYS_TO_STOP[every]! / 2)));
  const stopped = due === undefined || addDays(due, DAYS_TO_STOP[every]!) < today;
  return {
    ...{ id, description, accountId, toAccountId, type },
    recurrence: series.recurrence,
    firstDate: entries[0]!.date,
    lastDate,
    nextDate: stopped ? null : nextDate,
    stopped,
    transactionIds: entries.map(({ transactionId }) => transactionId),
    amount: formatAmount(entries.at(-1)!.amount),
    amountMin: formatAmount(amounts[0]!),
    amountMax: formatAmount(amounts.at(-1)!),
  };
}

/**
 * Returns the first expected date, today or later, that is clearly after the last entry. Null if there is no such date.
 */
function nextAfter({ series, entries }: Recurring, today: Day): Day | null {
  const half = Math.floor(DAYS_TO_STOP[series.recurrence.every]! / 2);
  const after = addDays(entries.at(-1)!.date, half);
  return upcoming(series, after > today ? after : today)[0] ?? null;
}

function upcoming(series: Recurring['series'], from: Day): Day[] {
  for (const { date } of occurrencesFrom(series, addDays(from, -7))) if (date >= from) return [date];
  return [];
}
