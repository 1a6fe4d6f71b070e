import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import { BulkEdits } from '@app/ledger';
import { ACTION_KINDS } from '../rules/action.js';
import type { ExplainedRuleView, TransactionExplanationView } from './explanation.view.js';

@Injectable()
export class Explanation {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly bulkEdits: BulkEdits,
  ) {}

  /** @throws TransactionNotFound */
  explain(workspaceId: string, transactionId: string): Promise<TransactionExplanationView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { categoryId, source } = await this.bulkEdits.assignedCategory(work, transactionId, this.clock.now());
      const rules = await work.query<ExplainedRuleView & Record<string, unknown>>({
        text: `
          select e.rule_id as "ruleId", r.name, instant_text(e.ran_at) as "ranAt", run.id as "runId", (
            select coalesce(json_agg(json_build_object('kind', kind, 'value', effect->>0, 'outcome',
              case when e.undone and effect->>1 = 'applied' then 'undone' else effect->>1 end)
              order by array_position($3::text[], kind)), '[]')
            from jsonb_each(e.effects) as listed (kind, effect)) as effects
          from categorising_effects e
          left join categorising_rules r on r.workspace_id = e.workspace_id and r.id = e.rule_id
          left join categorising_runs run on run.workspace_id = e.workspace_id and run.id = e.run_id
          where e.workspace_id = $1 and e.transaction_id = $2 order by e.run_id, e.place`,
        values: [workspaceId, transactionId, ACTION_KINDS],
      });
      return {
        transactionId,
        category: { id: categoryId, source, ruleId: source === 'rule' ? settingRule(rules) : null },
        rules,
      };
    });
  }
}

/**
 * Returns the ID of the last rule that set the category. If no rule set it, returns the last rule that would have set
 * the category that the transaction already had.
 */
function settingRule(rules: readonly ExplainedRuleView[]): string | null {
  const last = (sought: string) =>
    rules.findLast(({ effects }) => effects.some(({ kind, outcome }) => kind === 'set_category' && outcome === sought));
  return (last('applied') ?? last('already_so'))?.ruleId ?? null;
}
