import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, Money, newId, parseAmount, ReferenceNotFound } from '@app/kernel';
import type { AccountSummary } from '@app/ledger';
import { Accounts } from '@app/ledger';
import { MAX_GOALS } from '../exported-tables.query.js';
import { goalEvents } from '../goals.events.js';
import { GoalInUse, GoalLimitReached, GoalNotFound } from '../goals.problems.js';
import type { KnownGoal } from './goal.js';
import { knownGoal } from './goal.js';
import { Goal } from './goal.entity.js';
import type { GoalFilter, GoalRow } from './goal.query.js';
import { forgetGoal, putSetAside, selectGoals, storedGoal } from './goal.query.js';
import type { CreateGoalRequest, EditGoalRequest, FundingRequest } from './goal.request.js';
import { GoalMove } from './move.entity.js';

/**
 * A goal and its account, both locked, so that neither the goal's figures nor the balance change until the unit of work
 * ends.
 */
export interface LockedGoal {
  readonly goal: Goal;
  readonly account: AccountSummary;
}

@Injectable()
export class Goals {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
  ) {}

  list(workspaceId: string, archived: boolean | 'all'): Promise<KnownGoal[]> {
    return this.read(workspaceId, { archived });
  }

  /** @throws GoalNotFound */
  async get(workspaceId: string, id: string): Promise<KnownGoal> {
    return only(await this.read(workspaceId, { id }), id);
  }

  /** @throws ReferenceNotFound if the account does not exist or is a liability, GoalLimitReached */
  create(workspaceId: string, request: CreateGoalRequest): Promise<KnownGoal> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const id = await this.add(work, request);
      work.audit(id);
      work.announce(goalEvents.created(id));
      return this.one(work, id);
    });
  }

  async add(work: UnitOfWork, request: CreateGoalRequest): Promise<string> {
    const { workspaceId } = work;
    const account = await this.accounts.lockForUpdate(work, request.accountId);
    if (account === undefined) throw ReferenceNotFound(['#/accountId']);
    if (account.kind !== 'asset') throw ReferenceNotFound(['#/accountId'], 'Only an asset account has goals.');
    if ((await work.em.count(Goal, { workspaceId })) >= MAX_GOALS) throw GoalLimitReached(MAX_GOALS);
    const { name, accountId, targetDate = null, heldByBank, priority } = request;
    const now = this.clock.now();
    const goal = work.em.create(Goal, {
      ...{ workspaceId, id: newId(), name, accountId, targetDate, heldByBank, priority, archivedAt: null },
      ...{ target: parseAmount(request.target), ...this.fundingColumns(request.funding ?? null) },
      ...{ saved: 0n, spent: 0n, createdAt: now, updatedAt: now },
    });
    await work.flush();
    return goal.id;
  }

  /**
   * Edits a goal. Archiving it frees all its money.
   * @throws GoalNotFound
   */
  edit(workspaceId: string, id: string, request: EditGoalRequest): Promise<KnownGoal> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { goal } = await this.lock(work, id);
      const before = editableFields(goal);
      const { name, targetDate, heldByBank, priority } = request;
      if (name !== undefined) goal.name = name;
      if (request.target !== undefined) goal.target = parseAmount(request.target);
      if (targetDate !== undefined) goal.targetDate = targetDate;
      if (request.funding !== undefined) Object.assign(goal, this.fundingColumns(request.funding));
      if (heldByBank !== undefined) goal.heldByBank = heldByBank;
      if (priority !== undefined) goal.priority = priority;
      if (request.archived === true) await this.archive(work, goal);
      if (request.archived === false) goal.archivedAt = null;
      const changed = changedFields(before, editableFields(goal));
      if (changed.length > 0) {
        goal.updatedAt = this.clock.now();
        work.announce(goalEvents.updated(id, { changed }));
      }
      await work.flush();
      return this.one(work, id);
    });
  }

  /**
   * Deletes a goal and returns it. Keeps the expenses that the goal paid for.
   * @throws GoalNotFound, GoalInUse
   */
  delete(workspaceId: string, id: string): Promise<KnownGoal> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { goal, account } = await this.lock(work, id);
      const deleted = await this.one(work, id);
      if (goal.saved !== 0n) throw GoalInUse(Money.ofMinor(goal.saved, account.currency).toString());
      await work.query(forgetGoal(workspaceId, id));
      work.em.remove(goal);
      work.announce(goalEvents.deleted(id));
      return deleted;
    });
  }

  async one(work: UnitOfWork, id: string): Promise<KnownGoal> {
    return only(await this.select(work, { id }), id);
  }

  async select(work: UnitOfWork, filter: GoalFilter): Promise<KnownGoal[]> {
    const today = this.clock.today();
    return known(await work.query<GoalRow>(selectGoals(work.workspaceId, today, filter)), today);
  }

  private async read(workspaceId: string, filter: GoalFilter): Promise<KnownGoal[]> {
    const today = this.clock.today();
    return known(await this.database.read<GoalRow>(workspaceId, selectGoals(workspaceId, today, filter)), today);
  }

  /**
   * Locks the account of a goal, and then the goal. Every writer of a goal's figures uses this order.
   * @throws GoalNotFound
   */
  async lock(work: UnitOfWork, id: string): Promise<LockedGoal> {
    const { workspaceId } = work;
    const { accountId } = await work.em.findOneOrFail(
      Goal,
      { workspaceId, id },
      { failHandler: () => GoalNotFound(id) },
    );
    const account = (await this.accounts.lockForUpdate(work, accountId))!;
    const goal = await this.lockOther(work, id);
    if (goal === null) throw GoalNotFound(id);
    return { goal, account };
  }

  /** Locks a goal. The caller must have locked its account. */
  lockOther({ em, workspaceId }: UnitOfWork, id: string): Promise<Goal | null> {
    return em.findOne(Goal, { workspaceId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  }

  private async archive(work: UnitOfWork, goal: Goal): Promise<void> {
    if (goal.archivedAt === null && goal.saved !== 0n) {
      const { workspaceId, saved } = goal;
      const move = { workspaceId, goalId: goal.id, id: newId(), amount: -saved, date: this.clock.today() };
      work.em.create(GoalMove, { ...move, note: null, fromGoalId: null });
      goal.move(-saved);
    }
    goal.archive(this.clock.now());
    await work.flush();
    await work.query(putSetAside(work.workspaceId, goal.accountId));
  }

  private fundingColumns(funding: FundingRequest | null) {
    if (funding === null) return { fundingEvery: null, fundingAmount: null, fundingFrom: null };
    const { every, from = this.clock.today() } = funding;
    return { fundingEvery: every, fundingAmount: parseAmount(funding.amount), fundingFrom: from };
  }
}

function known(rows: readonly GoalRow[], today: Day): KnownGoal[] {
  return rows.map((row) => knownGoal(storedGoal(row), today));
}

/** @throws GoalNotFound */
function only([goal]: readonly KnownGoal[], id: string): KnownGoal {
  if (goal === undefined) throw GoalNotFound(id);
  return goal;
}

function editableFields(goal: Goal) {
  const { name, target, targetDate, fundingEvery, fundingAmount, fundingFrom, heldByBank, priority } = goal;
  const funding = { every: fundingEvery, amount: fundingAmount, from: fundingFrom };
  return { name, target, targetDate, funding, heldByBank, priority, archived: goal.archivedAt !== null };
}
