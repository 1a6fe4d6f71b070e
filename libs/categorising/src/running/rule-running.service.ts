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
    private readonly tags: Tags,
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
   *   _before; added_tags, by the names that the rules give them; rule_ids, the rules that ran, in their order. Null where no rule is enabled.
   */
  async suggest(work: UnitOfWork, rows: Rows): Promise<Rows | null> {
    const rules = await this.enabledRules(work);
    if (rules.length === 0) return null;
    const hits = await this.matching.hitsInRows(work, rules, rows);
    // No tag is made for what may never be entered: ids of the moment tell the names apart.
    const names = addedTagNames(rules);
    const tagging = withTagIds(
      rules,
      names,
      names.map(() => newId()),
    );
    return (values) => ruleEvaluation(work.workspaceId, tagging, rows, hits, ON_ARRIVAL, values);
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
   * Puts back what a run changed, where it is still as the run left it; what is in the trash loses the run's tags alone.
   * @returns of how many transactions; of those in the trash the ones whose tags were all that the run had changed
   */
  async putBack(work: UnitOfWork, runId: string): Promise<number> {
    const live = await this.bulkEdits.apply(work, changesBack(work.workspaceId, runId));
    const trashed = await this.bulkEdits.removeTagsInTrash(work, addedTags(work.workspaceId, runId));
    if (trashed.length === 0) return live.length;
    const [only] = await work.query<{ count: number }>(countOnlyTagged(work.workspaceId, runId, trashed));
    return live.length + only!.count;
  }

  /** The rules with the ids of the tags that they add, which are made where there are none yet. */
  private async withTags(work: UnitOfWork, rules: readonly RunnableRule[]): Promise<readonly RunnableRule[]> {
    const names = addedTagNames(rules);
    return names.length === 0 ? rules : withTagIds(rules, names, await this.tags.hold(work, names));
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

const addedTag = ({ actions }: RunnableRule) => valueOf(actions, 'add_tag');

/** The tags that rules add, each once. */
function addedTagNames(rules: readonly RunnableRule[]): string[] {
  return distinctTags(rules.map(addedTag).filter((name) => name !== null));
}

/** Rules with the ids of the tags that they add, and the spelling under which these are made where there are none yet. */
function withTagIds(rules: readonly RunnableRule[], names: readonly string[], ids: readonly string[]): RunnableRule[] {
  const tags = new Map(names.map((tagName, at) => [foldText(tagName), { tagId: ids[at]!, tagName }]));
  return rules.map((rule) => {
    const name = addedTag(rule);
    return name === null ? rule : { ...rule, ...tags.get(foldText(name))! };
  });
}
