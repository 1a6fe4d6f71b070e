import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { KeptMatches } from './matching/kept-matches.service.js';
import { Matching } from './matching/matching.service.js';
import { PatternSearch } from './matching/pattern-search.service.js';
import { Preview } from './matching/preview.service.js';
import { TrashedMatches } from './matching/trashed-matches.listener.js';
import { RuleCategories } from './rules/rule-categories.listener.js';
import { Rule } from './rules/rule.entity.js';
import { RulesController } from './rules/rules.controller.js';
import { Rules } from './rules/rules.service.js';
import { Arrivals } from './running/arrivals.listener.js';
import { ExplanationController } from './running/explanation.controller.js';
import { Explanation } from './running/explanation.service.js';
import { ForgottenTransactions } from './running/forgotten-transactions.listener.js';
import { RuleRunning } from './running/rule-running.service.js';
import { RuleRuns } from './running/rule-runs.service.js';

/** Rules that file and rewrite expenses and incomes by themselves. */
@Module({
  imports: [MikroOrmModule.forFeature([Rule]), LedgerModule],
  controllers: [RulesController, ExplanationController],
  providers: [
    PatternSearch,
    Matching,
    Rules,
    RuleCategories,
    Preview,
    KeptMatches,
    TrashedMatches,
    RuleRunning,
    Arrivals,
    ForgottenTransactions,
    RuleRuns,
    Explanation,
  ],
  exports: [Rules, RuleRunning],
})
export class CategorisingModule {}
