import { Injectable } from '@nestjs/common';
import { Assertions, assertionView, NetWorths, netWorthView } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id } from '../answers/answer.js';

const MAX_SHOWN = 50;

/** Reads the net worth and broken assertions that several tools show. */
@Injectable()
export class AccountFigures {
  constructor(
    private readonly netWorths: NetWorths,
    private readonly assertions: Assertions,
  ) {}

  async worth(workspaceId: string) {
    return netWorthView(await this.netWorths.current(workspaceId));
  }

  /** Returns the latest 50 assertions whose balance differs from the account's. */
  async brokenAssertions(workspaceId: string): Promise<Answer[]> {
    const { items } = await this.assertions.list(workspaceId, null, { status: 'broken', limit: MAX_SHOWN });
    return items.map((known) => {
      const { id: assertionId, accountId, date, balance, actual } = assertionView(known);
      const ids = { assertionId: id(assertionId), accountId: id(accountId) };
      const amounts = { currency: currency(known.currency), balance: decimal(balance), actual: decimal(actual) };
      return answer({ ...ids, date: day(date), ...amounts });
    });
  }
}
