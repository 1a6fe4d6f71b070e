import type { SourceRecord } from './source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';

/**
 * Joins the statements of the only account with transactions.
 * @throws StatementUnreadable if no account or several accounts have transactions
 */
export function theOneAccount<One extends { readonly account: string; readonly records: readonly SourceRecord[] }>(
  statements: readonly One[],
): One & { readonly first: One; readonly records: SourceRecord[] } {
  const moved = statements.filter(({ records }) => records.length > 0);
  const accounts = new Set(moved.map(({ account }) => account));
  if (accounts.size === 0) throw new StatementUnreadable('the statement has no transactions');
  if (accounts.size > 1) {
    const what = `the file has transactions of ${accounts.size} accounts: send one file per account`;
    throw new StatementUnreadable(
      what,
      `line ${moved.find(({ account }) => account !== moved[0]!.account)!.records[0]!.line}`,
    );
  }
  return { ...moved.at(-1)!, first: moved[0]!, records: moved.flatMap(({ records }) => records) };
}
