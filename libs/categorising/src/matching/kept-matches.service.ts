import { Injectable } from '@nestjs/common';
import type { JsonText, Position, UnitOfWork } from '@app/kernel';
import { Database } from '@app/kernel';
import { LedgerVerification } from '@app/ledger';
import { RuleNotFound } from '../categorising.problems.js';
import type { Rule } from '../rules/rule.entity.js';
import { Rules } from '../rules/rules.service.js';
import { patternsOf } from './found-texts.js';
import {
  clearMatches,
  closeSet,
  followChanges,
  holdSet,
  keepMatches,
  keptPage,
  MATCH_TOTALS,
  openSet,
} from './kept-matches.query.js';
import type { MatchPaging, MatchRow } from './match-page.query.js';
import { matchPage, matchPosition } from './match-page.query.js';
import { Matching } from './matching.service.js';
import { liveTransactions, liveRows } from './transaction-windows.query.js';

/** Beyond so many changes at once, all texts are looked through again in windows, which memory bears. */
const MOST_CHANGES_AT_ONCE = 20_000;

interface KeptPage {
  readonly total: number;
  readonly current: boolean;
  readonly rows: MatchRow[];
}

/**
 * The matches of rules, kept once somebody has asked for them, so that a page with its exact total costs the same among a
 * million transactions as among ten thousand. They are brought up to date when they are asked for, by looking again at
 * what changed since (decision 0021).
 */
@Injectable()
export class KeptMatches {
  constructor(
    private readonly database: Database,
    private readonly matching: Matching,
    private readonly rules: Rules,
    verification: LedgerVerification,
  ) {
    verification.include(MATCH_TOTALS);
  }

  /**
   * A page of the live transactions that a rule matches, newest first, and how many there are.
   * @throws RuleNotFound
   */
  async page(workspaceId: string, ruleId: string, paging: MatchPaging): Promise<JsonText> {
    const list = `rules/${ruleId}/matches`;
    const after = matchPosition(list, paging);
    const page = await this.currentPage(workspaceId, ruleId, paging.limit + 1, after);
    return matchPage(list, paging, page.rows, page.total);
  }

  private async currentPage(
    workspaceId: string,
    ruleId: string,
    limit: number,
    after: Position | undefined,
  ): Promise<KeptPage> {
    const statement = keptPage(workspaceId, ruleId, limit, after);
    const [kept] = await this.database.read<KeptPage & Record<string, unknown>>(workspaceId, statement);
    if (!kept) throw RuleNotFound(ruleId);
    if (kept.current) return kept;
    // Asked before the work begins, which would itself be waited for.
    const settled = await this.database.safeReadHorizon(workspaceId);
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.bringUpToDate(work, await this.rules.find(work, ruleId), settled);
      const [page] = await work.query<KeptPage & Record<string, unknown>>(statement);
      return page!;
    });
  }

  private async bringUpToDate(work: UnitOfWork, rule: Rule, settled: string): Promise<void> {
    const { workspaceId } = work;
    await work.query(openSet(workspaceId, rule.id));
    const [set] = await work.query<{ keptUntil: string; sameConditions: boolean }>(holdSet(workspaceId, rule.id));
    if (!set) throw RuleNotFound(rule.id);
    if (!set.sameConditions || (await this.tooManyChanges(work, rule, set.keptUntil))) {
      await this.keepAnew(work, rule, settled);
      return;
    }
    const changed = liveTransactions(
      workspaceId,
      (values) =>
        `t.id in (select id from ledger_changed_transactions(${values.bind(workspaceId)}::uuid, ${values.bind(set.keptUntil)}::timestamptz))`,
    );
    const found = await this.matching.lookAt(work, [rule], changed);
    await work.query(followChanges(workspaceId, rule.id, rule, changed, found, set.keptUntil, settled));
  }

  private async keepAnew(work: UnitOfWork, rule: Rule, settled: string): Promise<void> {
    const { workspaceId } = work;
    await work.query(clearMatches(workspaceId, rule.id));
    let total = 0;
    for await (const window of liveRows(work, rule)) {
      const found = await this.matching.lookAt(work, [rule], window);
      const [kept] = await work.query<{ count: number }>(keepMatches(workspaceId, rule.id, rule, window, found));
      total += kept!.count;
    }
    await work.query(closeSet(workspaceId, rule.id, total, settled));
  }

  private async tooManyChanges(work: UnitOfWork, rule: Rule, since: string): Promise<boolean> {
    if (patternsOf([rule]).length === 0) return false;
    const [changes] = await work.query<{ count: number }>({
      text: `
        select count(*)::int as count
        from (select from ledger_changed_transactions($1, $2::timestamptz) limit ${MOST_CHANGES_AT_ONCE + 1}) changed`,
      values: [work.workspaceId, since],
    });
    return changes!.count > MOST_CHANGES_AT_ONCE;
  }
}
