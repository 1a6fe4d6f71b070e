import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import { ScheduleLimitReached, ScheduleNotFound } from '../planning.problems.js';
import { CreateScheduleRequest, EditScheduleRequest, ListSchedulesRequest } from './schedule.request.js';
import { scheduleView, ScheduleView } from './schedule.view.js';
import { Schedules } from './schedules.service.js';

const pathIds = { id: ScheduleNotFound };
const scheduleExample = {
  name: 'Renta',
  type: 'expense',
  amount: '9500.00',
  description: 'Renta del departamento',
  contactId: null,
  toAccountId: null,
  tags: [],
  recurrence: { every: 'month', interval: 1, businessDay: 'after' },
  startDate: '2026-01-01',
  endDate: null,
  autoPost: false,
  match: { text: 'renta', amountTolerance: '0.00', days: 3 },
  status: 'active',
  nextDate: '2026-12-01',
};
const { name, type, amount, description, recurrence, startDate, match } = scheduleExample;
const requestExample = { name, type, amount, description, recurrence, startDate, match };
const OnSchedule = operationsOn({ answer: ScheduleView, pathIds, example: scheduleExample });

@Scoped('budgets')
@Controller('v1/schedules')
export class SchedulesController {
  constructor(private readonly schedules: Schedules) {}

  @Operation({
    summary: 'List schedules',
    description: 'Returns schedules sorted by next date, with ended schedules last.',
    answer: [ScheduleView],
    example: [scheduleExample],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() { status }: ListSchedulesRequest): Promise<ScheduleView[]> {
    return (await this.schedules.list(caller.workspaceId, status)).map(scheduleView);
  }

  @Operation({
    summary: 'Create a schedule',
    description:
      'A schedule is a recurring expected transaction, such as a salary, rent or a subscription. New transactions of the ' +
      'account are matched to the occurrences of the schedule automatically. Link existing transactions with `linkOccurrence`.',
    answer: ScheduleView,
    example: scheduleExample,
    requestExample: { accountId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01', ...requestExample },
    problems: [ReferenceNotFound, ScheduleLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateScheduleRequest): Promise<ScheduleView> {
    return scheduleView(await this.schedules.create(caller.workspaceId, request));
  }

  @OnSchedule('Get a schedule', { description: 'Includes the date of its next open occurrence.', resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<ScheduleView> {
    return scheduleView(await this.schedules.get(caller.workspaceId, id));
  }

  @OnSchedule('Edit a schedule', {
    description: 'Changes only the fields that are sent. Matched transactions stay matched.',
    problems: [ReferenceNotFound],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditScheduleRequest,
  ): Promise<ScheduleView> {
    return scheduleView(await this.schedules.edit(caller.workspaceId, id, request));
  }

  @OnSchedule('Delete a schedule', { description: 'The transactions of the schedule are not deleted.' })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<ScheduleView> {
    return scheduleView(await this.schedules.delete(caller.workspaceId, id));
  }
}
