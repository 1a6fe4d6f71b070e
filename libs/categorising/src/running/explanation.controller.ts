import { Controller, Get, Param } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, Scoped } from '@app/kernel';
import { TransactionNotFound } from '@app/ledger';
import { Explanation } from './explanation.service.js';
import { TransactionExplanationView } from './explanation.view.js';

@Scoped('transactions')
@Controller('v1/transactions')
export class ExplanationController {
  constructor(private readonly explanation: Explanation) {}

  @Operation({
    id: 'explainTransaction',
    summary: 'Explain the rules and the category of a transaction',
    description:
      'Returns the rules that matched the transaction with their outcomes, and the origin of its category: the user, a rule or an import.',
    answer: TransactionExplanationView,
    example: {
      category: { source: 'rule', ruleId: '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04' },
      rules: [
        { name: 'Antojos de la tienda', effects: [{ kind: 'append_notes', value: 'Antojo', outcome: 'applied' }] },
      ],
    },
    pathIds: { id: TransactionNotFound },
  })
  @Get(':id/explain')
  explain(@Caller() caller: Principal, @Param('id') id: string): Promise<TransactionExplanationView> {
    return this.explanation.explain(caller.workspaceId, id);
  }
}
