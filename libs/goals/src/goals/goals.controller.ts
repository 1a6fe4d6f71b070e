import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, operationsOn, PageRequest, ReferenceNotFound, Scoped } from '@app/kernel';
import { GoalArchived, GoalEmpty } from '@app/ledger';
import { GoalAccountShort, GoalInUse, GoalLimitReached, GoalNotFound, MoveNotFound } from '../goals.problems.js';
import { CreateGoalRequest, EditGoalRequest, ListGoalsRequest } from './goal.request.js';
import { goalView, GoalView } from './goal.view.js';
import { Goals } from './goals.service.js';
import { MoveGoalRequest } from './move.request.js';
import { GoalMovePageView, GoalMoveView, movePageView, moveView } from './move.view.js';
import { GoalMoves } from './moves.service.js';

const pathIds = { id: GoalNotFound };
const goalExample = {
  target: '18000.00',
  targetDate: '2027-03-15',
  saved: '6000.00',
  remaining: '12000.00',
  expectedOn: '2027-03-15',
  status: 'on_track',
};
const { target, targetDate } = goalExample;
const requestExample = {
  name: 'Viaje a Oaxaca',
  target,
  targetDate,
  funding: { every: 'quincena', amount: '1500.00' },
};
const moveExample = { amount: '1500.00', note: 'Aguinaldo', fromGoalId: null };
const moveRequest = { amount: '1500.00', note: 'Aguinaldo' };
const OnGoal = operationsOn({ answer: GoalView, pathIds, example: goalExample });
const OnMove = operationsOn({ answer: GoalMoveView, pathIds, example: moveExample });

@Scoped('goals')
@Controller('v1/goals')
export class GoalsController {
  constructor(
    private readonly goals: Goals,
    private readonly moves: GoalMoves,
  ) {}

  @Operation({
    summary: 'List goals',
    description: 'Returns goals sorted by priority, then by name. Omits archived goals by default.',
    answer: [GoalView],
    example: [goalExample],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() { archived }: ListGoalsRequest): Promise<GoalView[]> {
    const which = archived === 'all' ? archived : archived === 'true';
    return (await this.goals.list(caller.workspaceId, which)).map(goalView);
  }

  @Operation({
    summary: 'Create a goal',
    collection: { fields: { accountId: () => '{{savingsId}}' } },
    description:
      'A goal (apartado) is money in an asset account that is set aside for something. Setting money aside does not change ' +
      'balances, net worth or reports. The account shows the amounts that are `setAside` and `free`.',
    answer: GoalView,
    example: { ...goalExample, saved: '0.00', remaining: '18000.00' },
    requestExample: { accountId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01', ...requestExample },
    problems: [ReferenceNotFound, GoalLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateGoalRequest): Promise<GoalView> {
    return goalView(await this.goals.create(caller.workspaceId, request));
  }

  @OnGoal('Get a goal', {
    description: 'Includes the amount needed per pay day to reach the target in time.',
    resource: true,
  })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<GoalView> {
    return goalView(await this.goals.get(caller.workspaceId, id));
  }

  @OnGoal('Edit a goal', {
    description:
      'Changes only the fields that are sent. `archived: true` archives the goal and frees its saved amount with a ' +
      'negative move. `archived: false` restores the goal with nothing saved.',
    requestExample: { target: '20000.00' },
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditGoalRequest,
  ): Promise<GoalView> {
    return goalView(await this.goals.edit(caller.workspaceId, id, request));
  }

  @OnGoal('Delete a goal with nothing saved', {
    description: 'Keeps the expenses that the goal paid for, and sets their `goalId` to null.',
    example: { ...goalExample, saved: '0.00' },
    problems: [GoalInUse],
    bulk: true,
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<GoalView> {
    return goalView(await this.goals.delete(caller.workspaceId, id));
  }

  @OnMove('Set money aside or take it back', {
    id: 'moveGoal',
    collection: { makes: ['moveId'] },
    description:
      'A positive amount sets aside money from the free amount of the account, or from another of its goals with ' +
      '`fromGoalId`. A negative amount returns money.',
    requestExample: moveRequest,
    problems: [GoalArchived, GoalEmpty, GoalAccountShort, ReferenceNotFound],
  })
  @Post(':id/moves')
  async move(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: MoveGoalRequest,
  ): Promise<GoalMoveView> {
    return moveView(await this.moves.move(caller.workspaceId, id, request));
  }

  @Operation({
    id: 'listGoalMoves',
    summary: 'List the moves of a goal',
    description: 'Returns moves sorted by date, newest first. A move between two goals is in the lists of both.',
    answer: GoalMovePageView,
    example: { items: [moveExample], nextCursor: null },
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/moves')
  async listMoves(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: PageRequest,
  ): Promise<GoalMovePageView> {
    return movePageView(await this.moves.list(caller.workspaceId, id, request));
  }

  @OnMove('Undo a move of a goal', {
    id: 'undoGoalMove',
    collection: { after: ['createGoal', 'moveGoal'] },
    description: 'A move between two goals is undone in both.',
    pathIds: { id: GoalNotFound, moveId: MoveNotFound },
    problems: [GoalArchived, GoalEmpty, GoalAccountShort],
  })
  @Delete(':id/moves/:moveId')
  async undo(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('moveId') moveId: string,
  ): Promise<GoalMoveView> {
    return moveView(await this.moves.undo(caller.workspaceId, id, moveId));
  }
}
