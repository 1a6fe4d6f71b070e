import { Injectable } from '@nestjs/common';
import type { JsonText, PageRequest, UnitOfWork } from '@app/kernel';
import { Database } from '@app/kernel';
import type { PreviewRuleRequest } from '../rules/rule.request.js';
import { keepRule, Rules } from '../rules/rules.service.js';
import type { Conditions } from '../matching/condition.js';
import type { MatchPage } from './match-page.query.js';
import { matchPage, matchPageJson, matchPosition, matchState } from './match-page.query.js';
import { Matching } from '../matching/matching.service.js';

@Injectable()
export class Matches {
  constructor(
    private readonly database: Database,
    private readonly matching: Matching,
    private readonly rules: Rules,
  ) {}

  /** @throws RuleNotFound, PatternSearchTooLong */
  ofRule(workspaceId: string, ruleId: string, paging: PageRequest, clientGone: AbortSignal): Promise<JsonText> {
    const find = (work: UnitOfWork) => this.rules.find(work, ruleId);
    return this.page(workspaceId, `rules/${ruleId}/matches`, paging, clientGone, find);
  }

  /** @throws ValidationFailed, ReferenceNotFound, PatternSearchTooLong */
  preview(
    workspaceId: string,
    rule: PreviewRuleRequest,
    { limit, cursor }: PageRequest,
    clientGone: AbortSignal,
  ): Promise<JsonText> {
    const { conditions, actions } = keepRule(rule);
    const previewed: Conditions = { match: rule.match ?? 'all', conditions };
    // A cursor is valid only with the conditions of the request that returned it.
    const paging = { limit, cursor, conditions: JSON.stringify(previewed) };
    return this.page(workspaceId, 'rules/preview', paging, clientGone, async (work) => {
      await this.rules.findReferences(work, conditions, actions);
      return previewed;
    });
  }

  /** Returns a digest of the matching live transactions that covers every field that a run reads or changes. */
  stateOf(workspaceId: string, ruleId: string, clientGone: AbortSignal): Promise<string> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const rule = await this.rules.find(work, ruleId);
      const hits = this.matching.hitsInLive(work, rule, clientGone);
      const [digest] = await work.query<{ state: string }>(matchState(workspaceId, rule, hits));
      return digest!.state;
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
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const conditions = await conditionsOf(work);
      const hits = this.matching.hitsInLive(work, conditions, clientGone);
      const statement = matchPage(workspaceId, conditions, hits, paging.limit + 1, after);
      const [page] = await work.query<MatchPage & Record<string, unknown>>(statement);
      return matchPageJson(list, paging, page!);
    });
  }
}
