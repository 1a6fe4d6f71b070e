import { Controller, Delete, Get, Param } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, Operation, Scoped } from '@app/kernel';
import { SuggestionNotFound } from '../planning.problems.js';
import { SuggestionListView, suggestionView, SuggestionView } from './suggestion.view.js';
import { Suggestions } from './suggestions.service.js';

const example = {
  description: 'NETFLIX.COM',
  type: 'expense',
  toAccountId: null,
  amount: '299.00',
  amountMin: '249.00',
  amountMax: '299.00',
  recurrence: { every: 'month', interval: 1, businessDay: 'none' },
  firstDate: '2025-01-14',
  lastDate: '2026-11-14',
  nextDate: '2026-12-14',
  stopped: false,
};

@Scoped('budgets')
@Controller('v1/schedules/suggestions')
export class SuggestionsController {
  constructor(private readonly suggestions: Suggestions) {}

  @Operation({
    id: 'listScheduleSuggestions',
    summary: 'List recurring payments that have no schedule yet',
    collection: { makes: ['suggestionId'] },
    description:
      'Returns suggestions, most regular first. Each suggestion lists its transactions: at least three with the same merchant, account and type, ' +
      'or two for yearly payments. Payments that a schedule covers are omitted.',
    answer: SuggestionListView,
    example: { items: [example] },
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<SuggestionListView> {
    return { items: (await this.suggestions.list(caller.workspaceId)).map(suggestionView) };
  }

  @Operation({
    id: 'dismissScheduleSuggestion',
    summary: 'Dismiss a suggestion',
    description: 'A dismissed suggestion does not appear again.',
    answer: SuggestionView,
    example,
    pathIds: { id: SuggestionNotFound },
    resource: false,
  })
  @Delete(':id')
  async dismiss(@Caller() caller: Principal, @Param('id') id: string): Promise<SuggestionView> {
    return suggestionView(await this.suggestions.dismiss(caller.workspaceId, id));
  }
}
