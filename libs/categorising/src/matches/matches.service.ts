import { Injectable } from '@nestjs/common';
import type { JsonText, PageRequest, UnitOfWork } from '@app/kernel';
import { Database } from '@app/kernel';
import type { PreviewRuleRequest } from '../rules/rule.request.js';
import { keepRule, Rules } from '../rules/rules.service.js';
import type { Conditions } from '../matching/condition.js';
import type { MatchPage } from './match-page.query.js';
import { matchPage, matchPageJson, matchPosition, matchState } from './match-page.query.js';
import { Matching } from '../matching/matching.service.js';

/** What rules match, saved ones and others, asked of the ledger as it is (decision 0039). */
@Injectable()
export class Matches {
  constructor(
    private readonly database: Database,
    private readonly matching: Matching,
    private readonly rules: Rules,
  ) {}

  /**
   * A page of the live transactions that a rule matches, newest first, and how many there are.
   * @throws RuleNotFound, PatternSearchTooLong
   */
  ofRule(workspaceId: string, ruleId: string, paging: PageRequest, clientGone: AbortSignal): Promise<JsonText> {
    const find = (work: UnitOfWork) => this.rules.find(work, ruleId);
    return this.page(workspaceId, `rules/${ruleId}/matches`, paging, clientGone, find);
  }

  /**
   * The same for a rule that is not saved.
   * @throws ValidationFailed, ReferenceNotFound, PatternSearchTooLong
   */
  preview(
    workspaceId: string,
    given: PreviewRuleRequest,
    { limit, cursor }: PageRequest,
    clientGone: AbortSignal,
  ): Promise<JsonText> {
    const { conditions, actions } = keepRule(given);
    const asked: Conditions = { match: given.match ?? 'all', conditions };
    // A cursor belongs to the conditions that it was given for.
    const paging = { limit, cursor, conditions: JSON.stringify(asked) };
    return this.page(workspaceId, 'rules/preview', paging, clientGone, async (work) => {
      await this.rules.findReferences(work, conditions, actions);
      return asked;
    });
  }

  /**
   * A digest of the live transactions that a rule matches, one by one, with all that a run looks at or changes.
   * @throws RuleNotFound, PatternSearchTooLong
   */
  stateOf(workspaceId: string, ruleId: string, clientGone: AbortSignal): Promise<string> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const rule = await this.rules.find(work, ruleId);
      const hits = this.matching.hitsInLive(work, rule, clientGone);
      const [found] = await work.query<{ state: string }>(matchState(workspaceId, rule, hits));
      return found!.state;
    });
  }

  private page(
    workspaceId: string,
    list: string,
    paging: PageRequest,
    clientGone: AbortSignal,
    conditionsOf: (work: UnitOfWork) => Promise<Conditions>,
  ): Promise<JsonText> {
    const after = matchPosition(list, paging);
    return this.database.transaction({ workspaceId }, async (work) => {
      const conditions = await conditionsOf(work);
      const hits = this.matching.hitsInLive(work, conditions, clientGone);
      const statement = matchPage(workspaceId, conditions, hits, paging.limit + 1, after);
      const [page] = await work.query<MatchPage & Record<string, unknown>>(statement);
      return matchPageJson(list, paging, page!);
    });
  }
}
