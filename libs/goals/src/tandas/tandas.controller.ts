import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { AmountOutOfRange, Caller, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import { AccountNotActive, RoundRecorded } from '@app/ledger';
import { RoundNotFound, TandaInUse, TandaLimitReached, TandaNotFound } from '../goals.problems.js';
import { Rounds } from './rounds.service.js';
import { CreateTandaRequest, EditTandaRequest, RecordRoundRequest } from './tanda.request.js';
import { tandaView, TandaView } from './tanda.view.js';
import { Tandas } from './tandas.service.js';

const pathIds = { id: TandaNotFound };
const requestExample = {
  name: 'Tanda de la oficina',
  amount: '1000.00',
  turns: 10,
  myTurns: [4],
  startDate: '2026-10-15',
  every: 'quincena',
};
const round = { number: 1, date: '2026-10-15', kind: 'pay', amount: '1000.00', status: 'done' };
const tandaExample = {
  ...requestExample,
  rounds: [
    { ...round, transactionId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' },
    { ...round, number: 2, date: '2026-10-31', status: 'due', transactionId: null },
  ],
  paid: '1000.00',
  received: '0.00',
  position: '1000.00',
  status: 'running',
};
const OnTanda = operationsOn({ answer: TandaView, pathIds, example: tandaExample });

@Scoped('goals')
@Controller('v1/tandas')
export class TandasController {
  constructor(
    private readonly tandas: Tandas,
    private readonly rounds: Rounds,
  ) {}

  @Operation({
    summary: 'List tandas',
    description: 'Returns tandas, oldest first, with their rounds.',
    answer: [TandaView],
    example: [tandaExample],
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<TandaView[]> {
    return (await this.tandas.list(caller.workspaceId)).map(tandaView);
  }

  @Operation({
    summary: 'Create a tanda',
    description:
      'A tanda is a rotating savings club: in each turn all members pay, and one of them receives. Also creates a contact ' +
      'with the name of the tanda. Each recorded round is a debt with that contact.',
    answer: TandaView,
    example: tandaExample,
    requestExample: { accountId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01', ...requestExample },
    problems: [ReferenceNotFound, TandaLimitReached],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateTandaRequest): Promise<TandaView> {
    return tandaView(await this.tandas.create(caller.workspaceId, request));
  }

  @OnTanda('Get a tanda', { description: 'Includes every round with its status.', resource: true })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<TandaView> {
    return tandaView(await this.tandas.get(caller.workspaceId, id));
  }

  @OnTanda('Rename a tanda', {
    description: 'Also renames the contact of the tanda.',
    requestExample: { name: 'Tanda del gimnasio' },
  })
  @Patch(':id')
  async edit(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: EditTandaRequest,
  ): Promise<TandaView> {
    return tandaView(await this.tandas.edit(caller.workspaceId, id, request));
  }

  @OnTanda('Delete a tanda without recorded rounds', {
    description: 'Also deletes the contact of the tanda, unless trashed transactions use it.',
    problems: [TandaInUse],
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<TandaView> {
    return tandaView(await this.tandas.delete(caller.workspaceId, id));
  }

  @OnTanda('Record a round', {
    id: 'recordRound',
    description:
      'Creates the payment or payout of a turn, or links an existing expense or income of exactly the same amount. The ' +
      'transaction becomes a debt with the contact of the tanda and no longer counts in budgets and reports.',
    requestExample: { kind: 'pay' },
    pathIds,
    pathNames: { number: RoundNotFound },
    touchesBooks: true,
    scopes: ['goals:write', 'transactions:write'],
    problems: [RoundRecorded, ReferenceNotFound, AccountNotActive, AmountOutOfRange],
  })
  @Post(':id/rounds/:number/record')
  async record(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Param('number') number: string,
    @Body() request: RecordRoundRequest,
  ): Promise<TandaView> {
    if (!/^[1-9]\d?$/.test(number)) throw RoundNotFound(number);
    return tandaView(await this.rounds.record(caller.workspaceId, id, Number(number), request));
  }
}
