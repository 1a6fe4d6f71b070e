import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import { AccountNotActive, TransferRateRequired } from '@app/ledger';
import { OccurrenceNotFound, OccurrenceNotOpen, ScheduleNotFound } from '../planning.problems.js';
import { LinkOccurrenceRequest, ListOccurrencesRequest, PostOccurrenceRequest } from './occurrence.request.js';
import { OccurrenceListView, OccurrenceView } from './occurrence.view.js';
import { Occurrences } from './occurrences.service.js';

const pathIds = { id: ScheduleNotFound };
const planned = {
  date: '2026-11-13',
  nominalDate: '2026-11-15',
  amount: '9500.00',
  status: 'planned',
  transactionId: null,
};
const met = { ...planned, status: 'posted', transactionId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' };
const OnOccurrence = operationsOn({
  answer: OccurrenceView,
  pathIds,
  pathNames: { nominalDate: OccurrenceNotFound },
  resource: false,
  example: planned,
});

@Scoped('budgets')
@Controller('v1/schedules/:id/occurrences')
export class OccurrencesController {
  constructor(private readonly occurrences: Occurrences) {}

  @Operation({
    id: 'listOccurrences',
    summary: 'List the occurrences of a schedule',
    collection: { makes: ['nominalDate'] },
    description:
      'Returns occurrences sorted by nominal date, oldest first, each with its status and its matched transaction.',
    answer: OccurrenceListView,
    example: { items: [met, { ...planned, date: '2026-11-30', nominalDate: '2026-11-30' }] },
    pathIds,
  })
  @Get()
  async list(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() range: ListOccurrencesRequest,
  ): Promise<OccurrenceListView> {
    return { items: await this.occurrences.list(caller.workspaceId, id, range) };
  }

  @OnOccurrence('Post an occurrence', {
    collection: { after: ['createSchedule', 'listOccurrences'] },
    id: 'postOccurrence',
    description: 'Creates the expected transaction with the fields of the schedule.',
    example: met,
    requestExample: { amount: '9650.00' },
    touchesBooks: true,
    problems: [OccurrenceNotOpen, AccountNotActive, TransferRateRequired],
  })
  @Post(':nominalDate/post')
  post(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('nominalDate') date: string,
    @Body() request: PostOccurrenceRequest,
  ): Promise<OccurrenceView> {
    return this.occurrences.post(caller.workspaceId, id, date, request);
  }

  @OnOccurrence('Skip an occurrence', {
    collection: { after: ['createSchedule', 'listOccurrences'] },
    id: 'skipOccurrence',
    description: 'The occurrence is no longer expected and matches no transaction.',
    example: { ...planned, status: 'skipped' },
    problems: [OccurrenceNotOpen],
  })
  @Post(':nominalDate/skip')
  skip(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('nominalDate') date: string,
  ): Promise<OccurrenceView> {
    return this.occurrences.skip(caller.workspaceId, id, date);
  }

  @OnOccurrence('Unskip an occurrence', {
    collection: { after: ['skipOccurrence'] },
    id: 'unskipOccurrence',
    description: 'The skipped occurrence is expected again.',
    problems: [OccurrenceNotOpen],
  })
  @Post(':nominalDate/unskip')
  unskip(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('nominalDate') date: string,
  ): Promise<OccurrenceView> {
    return this.occurrences.unskip(caller.workspaceId, id, date);
  }

  @OnOccurrence('Link a transaction to an occurrence', {
    collection: { after: ['createSchedule', 'listOccurrences'] },
    id: 'linkOccurrence',
    description: 'Links an existing transaction to the occurrence, regardless of its date and amount.',
    example: { ...met, status: 'matched' },
    problems: [OccurrenceNotOpen, ReferenceNotFound],
  })
  @Post(':nominalDate/link')
  link(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('nominalDate') date: string,
    @Body() request: LinkOccurrenceRequest,
  ): Promise<OccurrenceView> {
    return this.occurrences.link(caller.workspaceId, id, date, request);
  }
}
