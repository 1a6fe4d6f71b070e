import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, operationsOn, Scoped } from '@app/kernel';
import { AccountNotFound, AssertionExists, AssertionNotFound } from '../ledger.problems.js';
import { Assertions } from './assertions.service.js';
import {
  CreateAssertionRequest,
  AssertionPageView,
  assertionPageView,
  AssertionView,
  assertionView,
  EditAssertionRequest,
  AssertionExplanationView,
  explanationView,
  ListAssertionsRequest,
} from './assertion.view.js';

const ofAccount = { id: AccountNotFound };
const pathIds = { id: AssertionNotFound };
const recorded = ['date', 'balance', 'note'];
const example = {
  ...{ date: '2026-10-31', balance: '18250.40', actual: '18250.40', difference: '0.00', status: 'holds' },
  ...{ source: 'manual', importId: null, brokenSince: null },
};
const requestExample = { date: '2026-10-31', balance: '18250.40', note: 'Estado de cuenta' };
const OnAssertion = operationsOn({ answer: AssertionView, pathIds, example, recorded });

@Scoped('books')
@Controller('v1')
export class AssertionsController {
  constructor(private readonly assertions: Assertions) {}

  @Operation({
    id: 'createAssertion',
    summary: 'Assert the balance of an account',
    description:
      'Records the balance that the bank states for the end of a day. If the day has an assertion, replaces its balance and ' +
      'note and keeps its ID; an assertion of an import becomes manual.',
    answer: AssertionView,
    pathIds: ofAccount,
    example,
    requestExample,
    recorded,
    resource: false,
  })
  @Post('accounts/:id/assertions')
  async assert(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: CreateAssertionRequest,
  ): Promise<AssertionView> {
    return assertionView(await this.assertions.assert(caller.workspaceId, id, request));
  }

  @Operation({
    summary: 'List the assertions of an account, newest date first',
    answer: AssertionPageView,
    pathIds: ofAccount,
    problems: [CursorInvalid],
  })
  @Get('accounts/:id/assertions')
  async listOfAccount(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() request: ListAssertionsRequest,
  ): Promise<AssertionPageView> {
    return assertionPageView(await this.assertions.list(caller.workspaceId, id, request));
  }

  @Operation({
    summary: 'List assertions of all accounts, newest date first',
    answer: AssertionPageView,
    problems: [CursorInvalid],
  })
  @Get('assertions')
  async list(@Caller() caller: Principal, @Query() request: ListAssertionsRequest): Promise<AssertionPageView> {
    return assertionPageView(await this.assertions.list(caller.workspaceId, null, request));
  }

  @OnAssertion('Get an assertion', {
    description: 'The status is computed with each request. The ETag covers `date`, `balance` and `note`.',
    resource: true,
  })
  @Get('assertions/:id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<AssertionView> {
    return assertionView(await this.assertions.get(caller.workspaceId, id));
  }

  @OnAssertion('Edit an assertion', {
    description: 'Changes only the fields that are sent.',
    requestExample: { balance: '18165.40' },
    problems: [AssertionExists],
  })
  @Patch('assertions/:id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditAssertionRequest,
  ): Promise<AssertionView> {
    return assertionView(await this.assertions.edit(caller.workspaceId, id, request));
  }

  @OnAssertion('Delete an assertion')
  @Delete('assertions/:id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<AssertionView> {
    return assertionView(await this.assertions.delete(caller.workspaceId, id));
  }

  @Operation({
    id: 'explainAssertion',
    summary: 'Explain the difference of an assertion',
    description:
      'Lists the changes to the account that affect the balance of the asserted day since the assertion was created. ' +
      'Excludes the rows of the import that created the assertion.',
    answer: AssertionExplanationView,
    pathIds,
  })
  @Get('assertions/:id/explain')
  async explain(@Caller() caller: Principal, @Param('id') id: string): Promise<AssertionExplanationView> {
    const { assertion, changes } = await this.assertions.explain(caller.workspaceId, id);
    return explanationView(assertion, changes);
  }
}
