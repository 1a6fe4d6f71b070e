import type { Assertions } from '@app/ledger';
import { assertionView } from '@app/ledger';
import type { Answer } from '../answers/answer.js';
import { answer, currency, day, decimal, id } from '../answers/answer.js';

const MAX_SHOWN = 10;

/** Returns the latest assertions that do not hold. */
export async function brokenAssertionsOf(assertions: Assertions, workspaceId: string): Promise<Answer[]> {
  const { items } = await assertions.list(workspaceId, null, { status: 'broken', limit: MAX_SHOWN });
  return items.map((known) => {
    const { id: assertionId, accountId, date, balance, actual } = assertionView(known);
    const ids = { assertionId: id(assertionId), accountId: id(accountId) };
    const amounts = { currency: currency(known.currency), balance: decimal(balance), actual: decimal(actual) };
    return answer({ ...ids, date: day(date), ...amounts });
  });
}
