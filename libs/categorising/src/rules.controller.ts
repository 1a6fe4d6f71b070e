import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import type { FineScope, JsonText, Principal } from '@app/kernel';
import {
  Caller,
  ClientGone,
  CursorInvalid,
  Operation,
  operationsOn,
  PageRequest,
  ReferenceNotFound,
  EXAMPLE_IDS,
  Scoped,
} from '@app/kernel';
import { TagLimitReached } from '@app/ledger';
import {
  PatternSearchesBusy,
  PatternSearchTooLong,
  RuleLimitReached,
  RuleNotFound,
  RuleRunNotFound,
} from './categorising.problems.js';
import { RuleMatchPageView } from './matches/match.view.js';
import { Matches } from './matches/matches.service.js';
import { RuleRuns } from './running/rule-runs.service.js';
import { AppliedRuleView, RuleRunPageView, UndoneRunView } from './running/run.view.js';
import { ApplyRuleRequest, CreateRuleRequest, EditRuleRequest, PreviewRuleRequest } from './rules/rule.request.js';
import { ruleView, RuleView } from './rules/rule.view.js';
import { Rules } from './rules/rules.service.js';

const pathIds = { id: RuleNotFound };
/** Matches reveal transactions, and applying a rule changes them, so both also need a scope for transactions. */
const SEARCHING: readonly FineScope[] = ['rules:read', 'transactions:read'];
const RUNNING: readonly FineScope[] = ['rules:write', 'transactions:write'];
const searchProblems = [PatternSearchTooLong, PatternSearchesBusy];
const conditions = [
  { field: 'description', op: 'contains', value: 'contramar' },
  { field: 'amount', op: 'lt', value: '2000.00' },
];
const actions = [
  { kind: 'set_category', value: EXAMPLE_IDS.category },
  { kind: 'append_notes', value: 'Antojo' },
];
const ruleExample = { name: 'Cenas en Contramar', conditions, actions };
const OnRule = operationsOn({ answer: RuleView, pathIds, example: ruleExample });

@Scoped('rules')
@Controller('v1/rules')
export class RulesController {
  constructor(
    private readonly rules: Rules,
    private readonly matches: Matches,
    private readonly runs: RuleRuns,
  ) {}

  @Operation({
    summary: 'List rules in the order in which they run',
    description: 'Returns rules sorted by priority, then oldest first.',
    answer: [RuleView],
    example: [ruleExample],
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<RuleView[]> {
    return (await this.rules.list(caller.workspaceId)).map(ruleView);
  }

  @Operation({
    summary: 'Create a rule',
    collection: { fields: { actions: (actions) => actions.replace('Antojo', 'Antojo {{unique}}') } },
    description: 'The rule runs on expenses and income that are created or imported later.',
    answer: RuleView,
    example: ruleExample,
    requestExample: ruleExample,
    problems: [ReferenceNotFound, RuleLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateRuleRequest): Promise<RuleView> {
    return ruleView(await this.rules.create(caller.workspaceId, request));
  }

  @Operation({
    id: 'previewRule',
    summary: 'List the transactions that an unsaved rule would match',
    description: 'Returns live transactions, newest first. Nothing is saved.',
    answer: RuleMatchPageView,
    requestExample: { match: 'all', conditions },
    changes: false,
    scopes: SEARCHING,
    problems: [CursorInvalid, ReferenceNotFound, ...searchProblems],
  })
  @Post('preview')
  previewMatches(
    @Caller() caller: Principal,
    @Body() request: PreviewRuleRequest,
    @Query() paging: PageRequest,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<JsonText> {
    return this.matches.preview(caller.workspaceId, request, paging, clientGone);
  }

  @OnRule('Get a rule', {
    description: 'Includes its conditions, its actions and the time of its last match.',
    resource: true,
  })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<RuleView> {
    return ruleView(await this.rules.get(caller.workspaceId, id));
  }

  @OnRule('Edit a rule', {
    description: 'Changes only the fields that are sent. Does not affect transactions that the rule already changed.',
    problems: [ReferenceNotFound, RuleLimitReached],
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditRuleRequest,
  ): Promise<RuleView> {
    return ruleView(await this.rules.edit(caller.workspaceId, id, request));
  }

  @OnRule('Delete a rule', {
    description: 'Does not affect transactions that the rule changed, but its runs can no longer be undone.',
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<RuleView> {
    return ruleView(await this.rules.delete(caller.workspaceId, id));
  }

  @Operation({
    id: 'listRuleMatches',
    summary: 'List the live transactions that a rule matches, newest first',
    description: 'Returns the transactions on which the rule would run if it were applied now. Nothing changes.',
    answer: RuleMatchPageView,
    scopes: SEARCHING,
    pathIds,
    problems: [CursorInvalid, ...searchProblems],
  })
  @Get(':id/matches')
  listMatches(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Query() paging: PageRequest,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<JsonText> {
    return this.matches.ofRule(caller.workspaceId, id, paging, clientGone);
  }

  @Operation({
    summary: 'Apply a rule to existing transactions',
    bulk: true,
    description:
      'Runs only this rule, even if it is disabled. Does not replace a category that the user chose unless `force` is true. A run can be undone.',
    answer: AppliedRuleView,
    touchesBooks: true,
    scopes: RUNNING,
    example: { matched: 12, changed: 9, skipped: 3 },
    pathIds,
    problems: [TagLimitReached, ...searchProblems],
  })
  @Post(':id/apply')
  apply(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: ApplyRuleRequest,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<AppliedRuleView> {
    return this.runs.apply(caller.workspaceId, id, request.force, clientGone);
  }

  @Operation({
    id: 'listRuleRuns',
    summary: 'List the runs of a rule, newest first',
    collection: { makes: ['runId'] },
    description: 'Each run contains the numbers of matched and changed transactions. A run can be undone once.',
    answer: RuleRunPageView,
    example: { items: [{ matched: 12, changed: 9, skipped: 3 }] },
    pathIds,
    problems: [CursorInvalid],
  })
  @Get(':id/runs')
  listRuns(@Caller() caller: Principal, @Param('id') id: string, @Query() paging: PageRequest) {
    return this.runs.list(caller.workspaceId, id, paging);
  }

  @Operation({
    id: 'undoRuleRun',
    summary: 'Undo a rule run',
    collection: { after: ['createTransaction', 'createRule', 'applyRule', 'listRuleRuns'] },
    bulk: true,
    description: 'Restores only the fields that have not changed since the run. Idempotent.',
    answer: UndoneRunView,
    touchesBooks: true,
    scopes: RUNNING,
    example: { restored: 8, skipped: 1 },
    pathIds: { ...pathIds, runId: RuleRunNotFound },
  })
  @Post(':id/runs/:runId/undo')
  undo(@Caller() caller: Principal, @Param('id') id: string, @Param('runId') runId: string): Promise<UndoneRunView> {
    return this.runs.undo(caller.workspaceId, id, runId);
  }
}
