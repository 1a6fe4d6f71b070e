import { Injectable } from '@nestjs/common';
import type { JsonText } from '@app/kernel';
import { Database } from '@app/kernel';
import type { PreviewRuleRequest } from '../rules/rule.request.js';
import { keepRule, Rules } from '../rules/rules.service.js';
import type { Conditions } from './condition.js';
import type { MatchPaging, MatchRow } from './match-page.query.js';
import { countAndShow, matchPage, matchPosition } from './match-page.query.js';
import { Matching } from './matching.service.js';
import { liveRows } from './transaction-windows.query.js';

const LIST = 'rules/preview';

/** What a rule would match that nobody keeps. */
@Injectable()
export class Preview {
  constructor(
    private readonly database: Database,
    private readonly matching: Matching,
    private readonly rules: Rules,
  ) {}

  /** A page of the live transactions that meet the conditions, newest first, and how many there are. What a rule may not say is refused. */
  async page(workspaceId: string, given: PreviewRuleRequest, { limit, cursor }: MatchPaging): Promise<JsonText> {
    const { conditions: kept, actions } = keepRule(given);
    const conditions: Conditions = { match: given.match ?? 'all', conditions: kept };
    // A cursor belongs to the conditions that it was given for.
    const paging = { limit, cursor, conditions: JSON.stringify(conditions) };
    const position = matchPosition(LIST, paging);
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.rules.findReferences(work, kept, actions);
      const rows: MatchRow[] = [];
      let total = 0;
      for await (const window of liveRows(work, conditions)) {
        const found = await this.matching.lookAt(work, [conditions], window);
        const wanted = limit + 1 - rows.length;
        const [part] = await work.query<{ total: number; rows: MatchRow[] }>(
          countAndShow(conditions, window, found, wanted, position),
        );
        total += part!.total;
        rows.push(...part!.rows);
      }
      return matchPage(LIST, paging, rows, total);
    });
  }
}
