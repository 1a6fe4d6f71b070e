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
    summary: 'What comes back in history and is no schedule yet',
    collection: { makes: ['suggestionId'] },
    description:
      'The steadiest first, each with the transactions that it is read from: of one merchant, account and type, at least ' +
      'three times, or twice for what comes once a year. What a schedule matches is left out.',
    answer: SuggestionListView,
    example: { items: [example] },
  })
  @Get()
  async list(@Caller() caller: Principal): Promise<SuggestionListView> {
    return { items: (await this.suggestions.list(caller.workspaceId)).map(suggestionView) };
  }

  @Operation({
    id: 'dismissScheduleSuggestion',
    summary: 'Dismiss a suggestion for good',
    description: 'It is never suggested again.',
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
