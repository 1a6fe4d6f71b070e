import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation, operationsOn, ReferenceNotFound, Scoped } from '@app/kernel';
import { InstallmentsExist, InstallmentsNotFound } from '../cards.problems.js';
import { CreateInstallmentsRequest, ListInstallmentsRequest } from './installments.request.js';
import { InstallmentsPageView, installmentsView, InstallmentsView } from './installments.view.js';
import { InstallmentPlans } from './installments.service.js';

const plan = {
  amount: '6000.00',
  months: 3,
  parts: [
    { number: 1, cutOff: '2026-10-07', dueDate: '2026-10-27', amount: '2000.00', status: 'paid' },
    { number: 2, cutOff: '2026-11-07', dueDate: '2026-11-27', amount: '2000.00', status: 'due' },
    { number: 3, cutOff: '2026-12-07', dueDate: '2026-12-28', amount: '2000.00', status: 'deferred' },
  ],
  remaining: '4000.00',
};
const OnInstallments = operationsOn({ answer: InstallmentsView, pathIds: { id: InstallmentsNotFound }, example: plan });

@Scoped('budgets')
@Controller('v1/installments')
export class InstallmentsController {
  constructor(private readonly plans: InstallmentPlans) {}

  @Operation({
    id: 'listInstallments',
    summary: 'List interest-free installment purchases',
    description: 'Returns purchases newest first. A purchase is `running` until all its installments are paid.',
    answer: InstallmentsPageView,
    example: { items: [plan], nextCursor: null },
    problems: [CursorInvalid],
  })
  @Get()
  async list(@Caller() caller: Principal, @Query() request: ListInstallmentsRequest): Promise<InstallmentsPageView> {
    const { items, nextCursor } = await this.plans.list(caller.workspaceId, request);
    return { items: items.map(installmentsView), nextCursor };
  }

  @Operation({
    id: 'createInstallments',
    summary: 'Convert a purchase to interest-free installments',
    collection: { makes: ['installmentId'], spends: ['purchaseId'], fields: { transactionId: () => '{{purchaseId}}' } },
    description:
      'The full amount is owed from the first day, but `paymentToAvoidInterest` includes only the installments billed so far. ' +
      'Editing the purchase recomputes the installments, and trashing it suspends them.',
    answer: InstallmentsView,
    example: plan,
    requestExample: { transactionId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04', months: 3 },
    problems: [ReferenceNotFound, InstallmentsExist],
  })
  @Post()
  async create(@Caller() caller: Principal, @Body() request: CreateInstallmentsRequest): Promise<InstallmentsView> {
    return installmentsView(await this.plans.create(caller.workspaceId, request));
  }

  @OnInstallments('Get an interest-free installment purchase', {
    id: 'getInstallments',
    description: 'Includes its installments and the statements that bill them.',
    resource: true,
  })
  @Get(':id')
  async get(@Caller() caller: Principal, @Param('id') id: string): Promise<InstallmentsView> {
    return installmentsView(await this.plans.get(caller.workspaceId, id));
  }

  @OnInstallments('Cancel the installments of a purchase', {
    id: 'deleteInstallments',
    description: 'The statement of the next cut-off bills the remaining amount. Closed statements do not change.',
  })
  @Delete(':id')
  async delete(@Caller() caller: Principal, @Param('id') id: string): Promise<InstallmentsView> {
    return installmentsView(await this.plans.delete(caller.workspaceId, id));
  }
}
