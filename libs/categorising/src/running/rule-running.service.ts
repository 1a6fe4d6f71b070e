import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { BulkEdits } from '@app/ledger';
import { Matching } from '../matching/matching.service.js';
import type { Rows } from '../matching/predicate.query.js';
import type { RegexHits } from '../matching/regex-hits.js';
import type { RunnableRule, RunningManner } from './rule-evaluation.query.js';
import { changesBack, changesOf, noteRun, ON_ARRIVAL, ruleEvaluation } from './rule-evaluation.query.js';

/** How many transactions rules matched, and how many they changed. */
export interface RunCount {
  readonly matched: number;
  readonly changed: number;
}

/** Rules, in their order, and the rows that they look at. */
export interface RulesOverRows {
  readonly rules: readonly RunnableRule[];
  readonly rows: Rows;
  /** Where the patterns of the rules are, among the texts of the rows at least. */
  readonly hits: RegexHits;
  readonly manner: RunningManner;
}

/** Runs rules over rows: new transactions, those that a person points at, and what is still a draft. */
@Injectable()
export class RuleRunning {
  constructor(
    private readonly clock: Clock,
    private readonly matching: Matching,
    private readonly bulkEdits: BulkEdits,
  ) {}

  /**
   * Runs the enabled rules over expenses and incomes that have just come in.
   * @param rows writes the query for them
   * @returns how many of them were changed
   */
  async meetArrivals(work: UnitOfWork, rows: Rows): Promise<number> {
    const rules = await this.enabledRules(work);
    if (rules.length === 0) return 0;
    const hits = await this.matching.hitsInRows(work, rules, rows);
    return (await this.run(work, newId(), { rules, rows, hits, manner: ON_ARRIVAL }, true)).changed;
  }

  /**
   * What the enabled rules make of rows that are no transactions yet, such as the draft of a statement, set by set and
   * without changing anything.
   * @param rows writes the query for them; its id, of any type, tells them apart
   * @returns writes the query for the answer, a row for each that some rule matches, to be used within the same unit of
   *   work: id; category_id, category_source, description and notes as they would be; each of these as it was, ending in
   *   _before; rule_ids, the rules that ran, in their order. Null where no rule is enabled.
   */
  async suggest(work: UnitOfWork, rows: Rows): Promise<Rows | null> {
    const rules = await this.enabledRules(work);
    if (rules.length === 0) return null;
    const hits = await this.matching.hitsInRows(work, rules, rows);
    return (values) => ruleEvaluation(rules, rows, hits, ON_ARRIVAL, values);
  }

  /** A fingerprint of the enabled rules: other rules give another text. */
  async state(work: UnitOfWork): Promise<string> {
    const [rules] = await work.query<{ state: string }>({
      text: `
        select md5(coalesce(string_agg(concat_ws('/', id, priority, match, conditions, actions, stop_processing), ';'
          order by priority, created_at, id), '')) as state
        from categorising_rules where workspace_id = $1 and enabled`,
      values: [work.workspaceId],
    });
    return rules!.state;
  }

  /**
   * Runs rules over rows of the ledger and carries out what they say.
   * @param everyEffect whether what becomes of each action is also noted for rows that stay as they are
   */
  async run(
    work: UnitOfWork,
    runId: string,
    { rules, rows, hits, manner }: RulesOverRows,
    everyEffect: boolean,
  ): Promise<RunCount> {
    const { workspaceId } = work;
    const [noted] = await work.query<{ matched: number; changed: string[] }>(
      noteRun(workspaceId, runId, this.clock.now(), everyEffect, (values) =>
        ruleEvaluation(rules, rows, hits, manner, values),
      ),
    );
    const { matched, changed } = noted!;
    if (changed.length === 0) return { matched, changed: 0 };
    const amended = await this.bulkEdits.apply(work, changesOf(workspaceId, runId, changed));
    if (amended.length < changed.length) await this.forgetUndone(work, runId, changed, amended);
    return { matched, changed: amended.length };
  }

  /**
   * Puts back what a run changed, where it is still as the run left it.
   * @returns of how many transactions
   */
  async putBack(work: UnitOfWork, runId: string): Promise<number> {
    return (await this.bulkEdits.apply(work, changesBack(work.workspaceId, runId))).length;
  }

  /** Forgets the changes that another writer forestalled: they did not happen. */
  private async forgetUndone(work: UnitOfWork, runId: string, noted: readonly string[], amended: readonly string[]) {
    const done = new Set(amended);
    await work.query({
      text: `
        with changes as (
          delete from categorising_changes
          where workspace_id = $1 and run_id = $2 and transaction_id = any($3::uuid[]))
        delete from categorising_effects where workspace_id = $1 and run_id = $2 and transaction_id = any($3::uuid[])`,
      values: [work.workspaceId, runId, noted.filter((id) => !done.has(id))],
    });
  }

  private enabledRules(work: UnitOfWork): Promise<RunnableRule[]> {
    return work.query<RunnableRule & Record<string, unknown>>({
      name: 'categorising.enabled-rules',
      text: `
        select id, match, conditions, actions, stop_processing as "stopProcessing" from categorising_rules
        where workspace_id = $1 and enabled order by priority, created_at, id`,
      values: [work.workspaceId],
    });
  }
}
