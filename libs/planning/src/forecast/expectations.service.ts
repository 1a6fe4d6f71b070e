import { Injectable } from '@nestjs/common';
import type { BusinessDay, Day, Frequency, UnitOfWork } from '@app/kernel';
import { Money } from '@app/kernel';
import type { CardProjection } from '@app/cards';
import { CardProjections } from '@app/cards';
import type { Earmarks, ExpectedRound } from '@app/goals';
import { GoalProjections } from '@app/goals';
import type { ScheduledType } from '../schedules/schedule.js';
import type { ExpectedSchedule } from './expectations.js';
import { firstNominalDate } from './expectations.js';

interface ScheduleRow extends Record<string, unknown> {
  readonly id: string;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly type: ScheduledType;
  readonly amount: string;
  readonly currency: string;
  readonly rate: string | null;
  readonly categoryId: string | null;
  readonly every: Frequency;
  readonly interval: number;
  readonly businessDay: BusinessDay;
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly taken: Day[];
}

@Injectable()
export class Expectations {
  constructor(
    private readonly projections: CardProjections,
    private readonly goals: GoalProjections,
  ) {}

  cards(work: UnitOfWork, until: Day): Promise<CardProjection[]> {
    return this.projections.until(work, until);
  }

  rounds(work: UnitOfWork, until: Day): Promise<ExpectedRound[]> {
    return this.goals.rounds(work, until);
  }

  earmarks(work: UnitOfWork, until: Day): Promise<Map<string, Earmarks>> {
    return this.goals.earmarks(work, until);
  }

  async schedules(work: UnitOfWork, today: Day): Promise<ExpectedSchedule[]> {
    const rows = await work.query<ScheduleRow>({
      name: 'planning.expected-schedules',
      text: SCHEDULES,
      values: [work.workspaceId, today, firstNominalDate(today)],
    });
    return rows.map(({ amount, currency, rate, taken, ...row }) => {
      const { every, interval, businessDay, startDate, endDate, ...schedule } = row;
      return {
        ...schedule,
        amount: Money.ofMinor(BigInt(amount), currency),
        rate: rate === null ? null : BigInt(rate),
        series: { recurrence: { every, interval, businessDay }, startDate, endDate },
        taken: new Set(taken),
      };
    });
  }

  /** Returns the `categoryIds` in the subtree of each root category, at most `limit` pairs in total. */
  async within(
    work: UnitOfWork,
    roots: readonly string[],
    categoryIds: readonly string[],
    limit: number,
  ): Promise<Map<string, Set<string>>> {
    if (roots.length === 0 || categoryIds.length === 0) return new Map();
    const rows = await work.query<{ root: string; id: string }>({
      name: 'planning.scheduled-categories',
      text: `select root, id from ledger_category_subtrees($1, $2::uuid[]) where id = any($3::uuid[]) limit $4`,
      values: [work.workspaceId, roots, categoryIds, limit],
    });
    const byRoot = Map.groupBy(rows, ({ root }) => root);
    return new Map([...byRoot].map(([root, categories]) => [root, new Set(categories.map(({ id }) => id))]));
  }
}

const SCHEDULES = `
  select s.id, s.account_id as "accountId", s.to_account_id as "toAccountId", s.type, s.amount, a.currency,
    ledger_base_rate($1, a.id, a.currency, workspace_base_currency($1), $2) as rate, s.category_id as "categoryId",
    s.every, s.every_count as interval, s.business_day as "businessDay", s.start_date::text as "startDate",
    s.end_date::text as "endDate", array(
      select o.nominal_date::text from planning_occurrences o
      where o.workspace_id = $1 and o.schedule_id = s.id and o.nominal_date >= $3::date) as taken
  from planning_schedules s join ledger_account_currencies($1) a on a.id = s.account_id
  where s.workspace_id = $1 and not s.paused order by s.id`;
