import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, Scoped } from '@app/kernel';
import { DeductionsTooLarge, TaxYearUnknown } from '../invoicing.problems.js';
import { DeductionsRequest } from './deductions.request.js';
import { Deductions } from './deductions.service.js';
import { DeductionsView } from './deductions.view.js';

@Scoped('invoices')
@Controller('v1/reports/deductions')
export class DeductionsController {
  constructor(private readonly deductions: Deductions) {}

  @Operation({
    id: 'reportDeductions',
    summary: 'Report personal deductions',
    description:
      'Sums the received invoices of a year with uses D01 to D10, and lists excluded invoices with the reasons. Credit ' +
      'notes reduce their related invoices, and replaced invoices do not count. The report is an aid for the annual ' +
      'tax return, not tax advice.',
    answer: DeductionsView,
    problems: [TaxYearUnknown, DeductionsTooLarge],
  })
  @Get()
  report(@Caller() caller: Principal, @Query() request: DeductionsRequest): Promise<DeductionsView> {
    return this.deductions.report(caller.workspaceId, request);
  }
}
