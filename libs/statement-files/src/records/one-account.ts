import type { SourceRecord } from './source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/**
 * The one account that a file is about. A file may hold the statements of several; as long as only one of them has
 * movements, there is no question which is meant. Several statements of that one are read as one, in their order.
 * @throws StatementUnreadable when several accounts have movements, or none has
 */
export function theOneAccount<One extends { readonly account: string; readonly records: readonly SourceRecord[] }>(
  statements: readonly One[],
): One & { readonly first: One; readonly records: SourceRecord[] } {
  const moved = statements.filter(({ records }) => records.length > 0);
  const accounts = new Set(moved.map(({ account }) => account));
  if (accounts.size === 0) throw new StatementUnreadable('the statement has no movements');
  if (accounts.size > 1) {
    const what = `the file holds movements of ${accounts.size} accounts: send a file for each of them`;
    throw new StatementUnreadable(
      what,
      `line ${moved.find(({ account }) => account !== moved[0]!.account)!.records[0]!.line}`,
    );
  }
  return { ...moved.at(-1)!, first: moved[0]!, records: moved.flatMap(({ records }) => records) };
}
