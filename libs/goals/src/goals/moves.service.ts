import { Injectable } from '@nestjs/common';
import type { Page, PageRequest, UnitOfWork } from '@app/kernel';
import { Clock, Database, invalidField, isDay, isId, Money, newId, pageOf, pageStart, parseAmount } from '@app/kernel';
import { ReferenceNotFound } from '@app/kernel';
import { GoalArchived } from '@app/ledger';
import { goalEvents } from '../goals.events.js';
import { GoalAccountShort, MoveNotFound } from '../goals.problems.js';
import { Goal } from './goal.entity.js';
import { putSetAside } from './goal.query.js';
import type { LockedGoal } from './goals.service.js';
import { Goals } from './goals.service.js';
import { GoalMove } from './move.entity.js';
import type { MoveGoalRequest } from './move.request.js';
import type { KnownMove } from './move.view.js';

/** Sets money aside for goals, or returns it. Account balances do not change. */
@Injectable()
export class GoalMoves {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly goals: Goals,
  ) {}

  /** @throws GoalNotFound, GoalArchived, GoalEmpty, GoalAccountShort, ReferenceNotFound, ValidationFailed */
  move(workspaceId: string, goalId: string, request: MoveGoalRequest): Promise<KnownMove> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const moved = await this.moveIn(work, goalId, request);
      work.audit(goalId);
      const { id: moveId, fromGoalId } = moved;
      work.announce(goalEvents.moved(goalId, { data: { moveId, fromGoalId } }));
      return moved;
    });
  }

  async moveIn(work: UnitOfWork, goalId: string, request: MoveGoalRequest): Promise<KnownMove> {
    const { workspaceId } = work;
    const amount = parseAmount(request.amount);
    const fromGoalId = request.fromGoalId ?? null;
    if (fromGoalId !== null && amount < 0n) {
      throw invalidField(['amount'], 'AMOUNT_INVALID', 'must be greater than zero with fromGoalId');
    }
    if (fromGoalId === goalId) throw invalidField(['fromGoalId'], 'VALUE_INVALID', 'must be another goal');
    const locked = await this.goals.lock(work, goalId);
    const from = fromGoalId === null ? null : await this.giver(work, locked, fromGoalId);
    const { goal } = locked;
    if (goal.archivedAt !== null) throw GoalArchived();
    if (from === null) refuseBeyondFree(locked, amount);
    const move = { workspaceId, id: newId(), date: request.date ?? this.clock.today(), note: request.note ?? null };
    from?.move(-amount);
    goal.move(amount);
    if (from !== null) work.em.create(GoalMove, { ...move, goalId: from.id, amount: -amount, fromGoalId });
    work.em.create(GoalMove, { ...move, goalId, amount, fromGoalId });
    await this.store(work, locked);
    return { ...move, fromGoalId, amount: Money.ofMinor(amount, locked.account.currency) };
  }

  /**
   * Undoes a move. If the move was between two goals, undoes it in both.
   * @throws GoalNotFound, MoveNotFound, GoalArchived, GoalEmpty, GoalAccountShort
   */
  undo(workspaceId: string, goalId: string, moveId: string): Promise<KnownMove> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const locked = await this.goals.lock(work, goalId);
      const sides = await work.em.find(GoalMove, { workspaceId, id: moveId });
      const undone = sides.find((side) => side.goalId === goalId);
      if (undone === undefined) throw MoveNotFound(moveId);
      refuseBeyondFree(
        locked,
        sides.reduce((sum, { amount }) => sum - amount, 0n),
      );
      for (const side of sides) {
        const goal = side.goalId === goalId ? locked.goal : (await this.goals.lockOther(work, side.goalId))!;
        goal.move(-side.amount);
        work.em.remove(side);
      }
      await this.store(work, locked);
      const { id, date, note, fromGoalId, amount } = undone;
      work.announce(goalEvents.moved(goalId, { data: { moveId, fromGoalId } }));
      return { id, date, note, fromGoalId, amount: Money.ofMinor(amount, locked.account.currency) };
    });
  }

  /** @throws GoalNotFound, CursorInvalid */
  list(workspaceId: string, goalId: string, request: PageRequest): Promise<Page<KnownMove>> {
    const list = `goals/${goalId}/moves`;
    const [date = null, id = null] = pageStart(list, request, isDay, isId) ?? [];
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const { target } = await this.goals.one(work, goalId);
      const rows = await work.query<Omit<KnownMove, 'amount'> & { amount: string }>({
        name: 'goals.moves',
        text: MOVES,
        values: [workspaceId, goalId, request.limit + 1, date, id],
      });
      const moves = rows.map((row) => ({ ...row, amount: Money.ofMinor(BigInt(row.amount), target.currency) }));
      return pageOf(list, request, moves, (last) => [last.date, last.id]);
    });
  }

  /**
   * Locks the goal from which the money is taken.
   * @throws ReferenceNotFound
   * @throws ValidationFailed if the goal belongs to another account
   */
  private async giver(work: UnitOfWork, { account }: LockedGoal, id: string): Promise<Goal> {
    const goal = await this.goals.lockOther(work, id);
    if (goal === null) throw ReferenceNotFound(['#/fromGoalId']);
    if (goal.accountId !== account.id) {
      throw invalidField(['fromGoalId'], 'VALUE_INVALID', 'must be a goal of the same account');
    }
    return goal;
  }

  private async store(work: UnitOfWork, { account }: LockedGoal): Promise<void> {
    await work.flush();
    await work.query(putSetAside(work.workspaceId, account.id));
  }
}

/** @throws GoalAccountShort if the amount exceeds the free amount of the account */
function refuseBeyondFree({ account }: LockedGoal, amount: bigint): void {
  const free = account.balance.subtract(account.setAside);
  const moved = Money.ofMinor(amount, account.currency);
  if (moved.isPositive && moved.compare(free) > 0) throw GoalAccountShort(free.toString());
}

const MOVES = `
  select m.id, m.amount, m.date::text as date, m.note, m.from_goal_id as "fromGoalId" from goals_moves m
  where m.workspace_id = $1 and m.goal_id = $2 and ($4::date is null or (m.date, m.id) < ($4::date, $5::uuid))
  order by m.date desc, m.id desc limit $3`;
