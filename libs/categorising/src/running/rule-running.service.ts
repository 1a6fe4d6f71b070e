import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, foldText, newId } from '@app/kernel';
import { BulkEdits, distinctTags, Tags } from '@app/ledger';
import { Matching } from '../matching/matching.service.js';
import type { Rows } from '../matching/predicate.query.js';
import type { RegexHits } from '../matching/regex-hits.js';
import { valueOf } from '../rules/action.js';
import type { RunnableRule, RunningManner } from './rule-evaluation.query.js';
import {
  addedTags,
  changesBack,
  changesOf,
  countOnlyTagged,
  noteRun,
  ON_ARRIVAL,
  ruleEvaluation,
} from './rule-evaluation.query.js';

export interface RunCount {
  readonly matched: number;
  readonly changed: number;
}

export interface RulesOverRows {
  readonly rules: readonly RunnableRule[];
  readonly rows: Rows;
  /** Hits of a search in all of `rows`, and possibly in more. */
  readonly hits: RegexHits;
  readonly manner: RunningManner;
}

@Injectable()
export class RuleRunning {
  constructor(
    private readonly clock: Clock,
    private readonly matching: Matching,
    private readonly bulkEdits: BulkEdits,
    private readonly tags: Tags,
  ) {}

  async meetArrivals(work: UnitOfWork, rows: Rows): Promise<number> {
    const rules = await this.enabledRules(work);
    if (rules.length === 0) return 0;
    const hits = await this.matching.hitsInRows(work, rules, rows);
    return (await this.run(work, newId(), { rules, rows, hits, manner: ON_ARRIVAL }, true)).changed;
  }

  /**
   * Evaluates the enabled rules on drafts, such as the rows of a bank statement, without storing anything. Returns a
   * query with the columns of `ruleEvaluation`, which is valid only in the same unit of work. Returns null if no rule
   * is enabled.
   */
  async suggest(work: UnitOfWork, rows: Rows): Promise<Rows | null> {
    const rules = await this.enabledRules(work);
    if (rules.length === 0) return null;
    const hits = await this.matching.hitsInRows(work, rules, rows);
    // The tag IDs are temporary. Drafts do not create tags, because the user may never commit them.
    const names = addedTagNames(rules);
    const tagging = withTagIds(
      rules,
      names,
      names.map(() => newId()),
    );
    return (values) => ruleEvaluation(work.workspaceId, tagging, rows, hits, ON_ARRIVAL, values);
  }

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
   * Runs rules on transactions and applies the changes. If `everyEffect` is true, also records the outcomes for
   * transactions that do not change.
   */
  async run(
    work: UnitOfWork,
    runId: string,
    { rules, rows, hits, manner }: RulesOverRows,
    everyEffect: boolean,
  ): Promise<RunCount> {
    const { workspaceId } = work;
    const tagging = await this.withTags(work, rules);
    const [noted] = await work.query<{ matched: number; changed: string[] }>(
      noteRun(workspaceId, runId, this.clock.now(), everyEffect, (values) =>
        ruleEvaluation(workspaceId, tagging, rows, hits, manner, values),
      ),
    );
    const { matched, changed } = noted!;
    if (changed.length === 0) return { matched, changed: 0 };
    const amended = await this.bulkEdits.apply(work, changesOf(workspaceId, runId, changed));
    if (amended.length < changed.length) await this.forgetUndone(work, runId, changed, amended);
    return { matched, changed: amended.length };
  }

  /**
   * Restores the fields that have not changed since the run, and removes the tags that the run added. Only removes tags
   * from trashed transactions. Returns the number of restored transactions, including trashed transactions if the run
   * had changed only their tags.
   */
  async putBack(work: UnitOfWork, runId: string): Promise<number> {
    const live = await this.bulkEdits.apply(work, changesBack(work.workspaceId, runId));
    const trashed = await this.bulkEdits.removeTagsInTrash(work, addedTags(work.workspaceId, runId));
    if (trashed.length === 0) return live.length;
    const [onlyTagged] = await work.query<{ count: number }>(countOnlyTagged(work.workspaceId, runId, trashed));
    return live.length + onlyTagged!.count;
  }

  private async withTags(work: UnitOfWork, rules: readonly RunnableRule[]): Promise<readonly RunnableRule[]> {
    const names = addedTagNames(rules);
    return names.length === 0 ? rules : withTagIds(rules, names, await this.tags.hold(work, names));
  }

  /** Deletes recorded changes that the ledger did not apply because of a concurrent write. */
  private async forgetUndone(work: UnitOfWork, runId: string, noted: readonly string[], amended: readonly string[]) {
    const applied = new Set(amended);
    await work.query({
      text: `
        with changes as (
          delete from categorising_changes
          where workspace_id = $1 and run_id = $2 and transaction_id = any($3::uuid[]))
        delete from categorising_effects where workspace_id = $1 and run_id = $2 and transaction_id = any($3::uuid[])`,
      values: [work.workspaceId, runId, noted.filter((id) => !applied.has(id))],
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

const addedTag = ({ actions }: RunnableRule) => valueOf(actions, 'add_tag');

function addedTagNames(rules: readonly RunnableRule[]): string[] {
  return distinctTags(rules.map(addedTag).filter((name) => name !== null));
}

function withTagIds(rules: readonly RunnableRule[], names: readonly string[], ids: readonly string[]): RunnableRule[] {
  const tags = new Map(names.map((tagName, at) => [foldText(tagName), { tagId: ids[at]!, tagName }]));
  return rules.map((rule) => {
    const name = addedTag(rule);
    return name === null ? rule : { ...rule, ...tags.get(foldText(name))! };
  });
}
