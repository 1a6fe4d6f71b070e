import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, invalidField, Operation, operationsOn, Scoped } from '@app/kernel';
import { TaxpayerLimitReached, TaxpayerNotFound } from '../invoicing.problems.js';
import { rfc } from './rfc.js';
import { PutTaxpayerRequest } from './taxpayer.request.js';
import { TaxpayerView } from './taxpayer.view.js';
import { Taxpayers } from './taxpayers.service.js';

const OnTaxpayer = operationsOn({ answer: TaxpayerView, pathNames: { rfc: TaxpayerNotFound }, resource: false });

@Scoped('invoices')
@Controller('v1/taxpayers')
export class TaxpayersController {
  constructor(private readonly taxpayers: Taxpayers) {}

  @Operation({
    summary: 'List taxpayers',
    description: 'Returns the people and companies whose invoices the workspace keeps, ordered by RFC.',
    answer: [TaxpayerView],
  })
  @Get()
  list(@Caller() caller: Principal): Promise<TaxpayerView[]> {
    return this.taxpayers.list(caller.workspaceId);
  }

  @OnTaxpayer('Add or rename a taxpayer', {
    description:
      'The direction of every invoice follows from the taxpayers: `issued` if the issuer is one, `received` if the ' +
      'receiver is one, otherwise `unrelated`. The RFC ignores case.',
    guarded: true,
    role: 'owner',
    hidesPath: true,
    requestExample: { name: 'Berenice Ximo' },
    problems: [TaxpayerLimitReached],
  })
  @Put(':rfc')
  put(
    @Caller() caller: Principal,
    @Param('rfc') given: string,
    @Body() { name }: PutTaxpayerRequest,
  ): Promise<TaxpayerView> {
    return this.taxpayers.put(caller.workspaceId, knownRfc(given), name);
  }

  @OnTaxpayer('Delete a taxpayer', {
    description: 'Keeps its invoices, which become `unrelated` unless the other party is a taxpayer too.',
    hidesPath: true,
    role: 'owner',
  })
  @Delete(':rfc')
  delete(@Caller() caller: Principal, @Param('rfc') given: string): Promise<TaxpayerView> {
    return this.taxpayers.delete(caller.workspaceId, knownRfc(given));
  }
}

/** @throws ValidationFailed */
function knownRfc(given: string): string {
  const rule = rfc();
  const value = rule.normalise!(given) as string;
  if (!rule.check(value)) throw invalidField(['rfc'], rule.code, rule.detail);
  return value;
}
