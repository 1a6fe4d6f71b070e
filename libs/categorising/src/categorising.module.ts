import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { LedgerModule } from '@app/ledger';
import { Matches } from './matches/matches.service.js';
import { Matching } from './matching/matching.service.js';
import { PatternSearch } from './matching/pattern-search.service.js';
import { RuleCategories } from './rules/rule-categories.listener.js';
import { Rule } from './rules/rule.entity.js';
import { RulesController } from './rules.controller.js';
import { RuleTags } from './rules/rule-tags.listener.js';
import { Rules } from './rules/rules.service.js';
import { DeleteRuleHistory } from './running/delete-rule-history.listener.js';
import { ExplanationController } from './running/explanation.controller.js';
import { Explanation } from './running/explanation.service.js';
import { RuleChange, RuleEffect, RuleRun } from './running/rule-run.entity.js';
import { RuleRunning } from './running/rule-running.service.js';
import { RuleRuns } from './running/rule-runs.service.js';
import { RunRules } from './running/run-rules.listener.js';

@Module({
  imports: [MikroOrmModule.forFeature([Rule, RuleRun, RuleChange, RuleEffect]), LedgerModule],
  controllers: [RulesController, ExplanationController],
  providers: [
    PatternSearch,
    Matching,
    Rules,
    RuleCategories,
    RuleTags,
    Matches,
    RuleRunning,
    RunRules,
    DeleteRuleHistory,
    RuleRuns,
    Explanation,
  ],
  exports: [Explanation, Matches, Rules, RuleRunning, RuleRuns],
})
export class CategorisingModule {}
