import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { BudgetingModule } from '@app/budgeting';
import { CardsModule } from '@app/cards';
import { GoalsModule } from '@app/goals';
import { LedgerModule } from '@app/ledger';
import { ForecastsController } from './forecast/forecasts.controller.js';
import { Forecasts } from './forecast/forecasts.service.js';
import { Expectations } from './forecast/expectations.service.js';
import { MatchTransactions } from './matching/match-transactions.listener.js';
import { ImportMatching } from './matching/import-matching.service.js';
import { Matching } from './matching/matching.service.js';
import { OccurrenceRecord, TrashedOccurrence } from './occurrences/occurrence.entity.js';
import { OccurrencesController } from './occurrences/occurrences.controller.js';
import { Occurrences } from './occurrences/occurrences.service.js';
import { TellOverdue } from './occurrences/tell-overdue.listener.js';
import { DuePosting } from './posting/due-posting.service.js';
import { PostDueJob } from './posting/post-due.job.js';
import { Posting } from './posting/posting.service.js';
import { ScheduleReferences } from './schedules/schedule-references.listener.js';
import { Schedule } from './schedules/schedule.entity.js';
import { SchedulesController } from './schedules/schedules.controller.js';
import { Schedules } from './schedules/schedules.service.js';
import { DismissedSuggestion } from './suggestions/dismissed-suggestion.entity.js';
import { SuggestionsController } from './suggestions/suggestions.controller.js';
import { Suggestions } from './suggestions/suggestions.service.js';

@Module({
  imports: [
    MikroOrmModule.forFeature([Schedule, OccurrenceRecord, TrashedOccurrence, DismissedSuggestion]),
    LedgerModule,
    BudgetingModule,
    CardsModule,
    GoalsModule,
  ],
  // SuggestionsController must come first. Otherwise, SchedulesController would read its path as a schedule ID.
  controllers: [SuggestionsController, SchedulesController, OccurrencesController, ForecastsController],
  providers: [
    Schedules,
    ScheduleReferences,
    Posting,
    DuePosting,
    PostDueJob,
    Occurrences,
    TellOverdue,
    ImportMatching,
    Matching,
    MatchTransactions,
    Expectations,
    Forecasts,
    Suggestions,
  ],
  exports: [Forecasts, Schedules],
})
export class PlanningModule {}
