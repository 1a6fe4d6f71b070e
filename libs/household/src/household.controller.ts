import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, operationsOn, PageRequest, ReferenceNotFound, Scoped } from '@app/kernel';
import { SettlementNotFound, SettlementTooLarge } from './household.problems.js';
import { RecordSettlementRequest, SettlementPeriodRequest } from './settlement.request.js';
import {
  HouseholdSettlementView,
  householdSettlementView,
  SettlementPageView,
  SettlementView,
  settlementView,
} from './settlement.view.js';
import { Settlements } from './settlements.service.js';

const [ana, luis] = ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f01', '019aa0c2-7d1e-7c43-9a57-3f1c8e2b0f02'];
const settlementExample = { from: luis, to: ana, amount: '600.00', note: 'Transferencia SPEI' };
const balanceExample = { paid: '0.00', share: '0.00', settled: '0.00', balance: '0.00' };
const householdExample = {
  from: '2026-11-01',
  to: '2026-11-30',
  currencies: [
    {
      currency: 'MXN',
      balances: [
        { ...balanceExample, memberId: ana, name: 'Ana', paid: '1200.00', share: '600.00', balance: '600.00' },
        { ...balanceExample, memberId: luis, name: 'Luis', share: '600.00', balance: '-600.00' },
      ],
      transfers: [{ from: luis, to: ana, amount: '600.00' }],
    },
  ],
};
const OnSettlement = operationsOn({
  answer: SettlementView,
  pathIds: { id: SettlementNotFound },
  example: settlementExample,
});

@Scoped('members')
@Controller('v1/household')
export class HouseholdController {
  constructor(private readonly settlements: Settlements) {}

  @Operation({
    id: 'getHouseholdSettlement',
    summary: 'Get household balances',
    description:
      'Sums the live expenses that have `paidBy` and `shares`, and the recorded settlements, by currency and member. ' +
      'Proposes payments that settle all balances. Without `from` and `to`, includes all dates.',
    answer: HouseholdSettlementView,
    example: householdExample,
    readsReplica: true,
  })
  @Get('settlement')
  async balances(
    @Caller() caller: Principal,
    @Query() request: SettlementPeriodRequest,
  ): Promise<HouseholdSettlementView> {
    return householdSettlementView(request, await this.settlements.balances(caller.workspaceId, request));
  }

  @Operation({
    id: 'listSettlements',
    collection: { makes: ['from', 'to'] },
    summary: 'List settlements',
    description: 'Returns the recorded payments between members, newest first.',
    answer: SettlementPageView,
    example: { items: [settlementExample], nextCursor: null },
    problems: [CursorInvalid],
  })
  @Get('settlements')
  async list(@Caller() caller: Principal, @Query() request: PageRequest): Promise<SettlementPageView> {
    const { items, nextCursor } = await this.settlements.list(caller.workspaceId, request);
    return { items: items.map(settlementView), nextCursor };
  }

  @Operation({
    id: 'recordSettlement',
    collection: {
      makes: ['settlementId'],
      needs: ['from', 'to'],
      fields: { from: () => '{{from}}', to: () => '{{to}}', amount: () => '1.00' },
    },
    summary: 'Record a payment between two members',
    description:
      'Reduces the debt of `from` and the credit of `to`, but no account balance. The amount must not exceed the lesser ' +
      'of the two over all time. Former members can still pay and be paid.',
    answer: SettlementView,
    example: settlementExample,
    requestExample: { ...settlementExample, currency: 'MXN' },
    problems: [ReferenceNotFound, SettlementTooLarge],
  })
  @Post('settlements')
  async record(@Caller() caller: Principal, @Body() request: RecordSettlementRequest): Promise<SettlementView> {
    return settlementView(await this.settlements.record(caller.workspaceId, request));
  }

  @OnSettlement('Get a settlement', {
    id: 'getSettlement',
    description: 'A settlement that was undone no longer exists.',
    resource: true,
  })
  @Get('settlements/:id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<SettlementView> {
    return settlementView(await this.settlements.get(caller.workspaceId, id));
  }

  @OnSettlement('Undo a settlement', {
    id: 'undoSettlement',
    description: 'Deletes the record of the payment. The amount is owed again.',
  })
  @Delete('settlements/:id')
  async undo(@Caller() caller: Principal, @Param('id') id: string): Promise<SettlementView> {
    return settlementView(await this.settlements.undo(caller.workspaceId, id));
  }
}
