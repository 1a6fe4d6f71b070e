import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import {
  changedFields,
  Clock,
  Database,
  firstOfMonth,
  invalidField,
  newId,
  parseAmount,
  ReferenceNotFound,
} from '@app/kernel';
import { Accounts, Categories } from '@app/ledger';
import { budgetEvents } from '../budgeting.events.js';
import { BudgetLimitReached, BudgetNotFound } from '../budgeting.problems.js';
import { MAX_BUDGETS } from '../exported-tables.query.js';
import { Budget, BudgetAmount } from './budget.entity.js';
import type { CreateBudgetRequest, EditBudgetRequest } from './budget.request.js';
import type { BudgetInCycle } from './budget-statuses.service.js';
import { BudgetStatuses } from './budget-statuses.service.js';
import type { Schedule } from './cycle.js';
import { nearestCycle, unfinishedCycleStart } from './cycle.js';

@Injectable()
export class Budgets {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly categories: Categories,
    private readonly accounts: Accounts,
    private readonly statuses: BudgetStatuses,
  ) {}

  /** @throws ReferenceNotFound for the category or the account, BudgetLimitReached */
  create(workspaceId: string, request: CreateBudgetRequest): Promise<BudgetInCycle> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const id = await this.plan(work, request);
      work.audit(id);
      work.announce(budgetEvents.created(id));
      await work.flush();
      return this.statuses.one(work, id);
    });
  }

  async plan(work: UnitOfWork, request: CreateBudgetRequest): Promise<string> {
    const { workspaceId } = work;
    if ((await work.em.count(Budget, { workspaceId })) >= MAX_BUDGETS) throw BudgetLimitReached(MAX_BUDGETS);
    const startDate = request.startDate ?? firstOfMonth(this.clock.today());
    refuseEndBeforeStart(startDate, request.repeatUntil ?? null);
    const kind = await this.categories.lockForKeyShare(work, request.categoryId);
    const missing = kind === undefined ? ['#/categoryId'] : [];
    if (request.accountId != null && !(await this.accounts.lockForKeyShare(work, request.accountId)))
      missing.push('#/accountId');
    if (kind === undefined || missing.length > 0) throw ReferenceNotFound(missing);
    const id = newId();
    work.em.create(Budget, {
      workspaceId,
      id,
      categoryId: request.categoryId,
      type: request.budgetType ?? kind,
      repeat: request.repeat,
      startDate,
      repeatUntil: request.repeatUntil ?? null,
      rolloverSince: request.rolloverEnabled ? startDate : null,
      accountId: request.accountId ?? null,
      createdAt: this.clock.now(),
    });
    // The budget must exist before the amount that references it.
    await work.flush();
    work.em.create(BudgetAmount, { workspaceId, budgetId: id, since: startDate, amount: parseAmount(request.amount) });
    return id;
  }

  /**
   * Edits a budget. A new amount applies from the first cycle that has not finished.
   * @throws BudgetNotFound
   */
  edit(workspaceId: string, id: string, request: EditBudgetRequest): Promise<BudgetInCycle> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const budget = await this.lock(work, id);
      const before = editableFields(budget);
      if (request.repeatUntil !== undefined) {
        refuseEndBeforeStart(budget.startDate, request.repeatUntil);
        budget.repeatUntil = request.repeatUntil;
      }
      if (request.accountId != null && !(await this.accounts.lockForKeyShare(work, request.accountId))) {
        throw ReferenceNotFound(['#/accountId']);
      }
      if (request.accountId !== undefined) budget.accountId = request.accountId;
      const schedule = scheduleOf(budget);
      const today = this.clock.today();
      const changed: string[] = [];
      if (request.rolloverEnabled === false) budget.rolloverSince = null;
      if (request.rolloverEnabled === true) budget.rolloverSince ??= nearestCycle(schedule, today).start;
      if (request.amount !== undefined) {
        const since = unfinishedCycleStart(schedule, today);
        const amount = parseAmount(request.amount);
        if ((await this.amountOn(work, id, since)) !== amount) changed.push('amount');
        await work.em.upsert(BudgetAmount, { workspaceId, budgetId: id, since, amount });
      }
      changed.push(...changedFields(before, editableFields(budget)));
      if (changed.length > 0) work.announce(budgetEvents.updated(id, { changed }));
      await work.flush();
      return this.statuses.one(work, id);
    });
  }

  /**
   * Deletes a budget and returns its last status.
   * @throws BudgetNotFound
   */
  delete(workspaceId: string, id: string): Promise<BudgetInCycle> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const budget = await this.lock(work, id);
      const status = await this.statuses.one(work, id);
      work.em.remove(budget);
      work.announce(budgetEvents.deleted(id));
      return status;
    });
  }

  private async amountOn(work: UnitOfWork, budgetId: string, since: Day): Promise<bigint | undefined> {
    const amounts = { workspaceId: work.workspaceId, budgetId, since: { $lte: since } };
    const [latest] = await work.em.find(BudgetAmount, amounts, { orderBy: { since: 'desc' }, limit: 1 });
    return latest?.amount;
  }

  private lock(work: UnitOfWork, id: string): Promise<Budget> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, failHandler: () => BudgetNotFound(id) } as const;
    return work.em.findOneOrFail(Budget, { workspaceId: work.workspaceId, id }, options);
  }
}

/** Returns the editable fields of a budget, except the amount, which is in a separate table. */
function editableFields({ repeatUntil, rolloverSince, accountId }: Budget) {
  return { repeatUntil: repeatUntil ?? null, rolloverEnabled: rolloverSince != null, accountId: accountId ?? null };
}

function scheduleOf({ repeat, startDate, repeatUntil }: Budget): Schedule {
  return { repeat, startDate, repeatUntil: repeatUntil ?? null };
}

function refuseEndBeforeStart(startDate: Day, repeatUntil: Day | null): void {
  if (repeatUntil !== null && repeatUntil < startDate) {
    throw invalidField(['repeatUntil'], 'DATE_INVALID', `must not be before the first day, ${startDate}`);
  }
}
