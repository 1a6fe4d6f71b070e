import { Injectable } from '@nestjs/common';
import type { PendingChange } from '@app/fx';
import { FeedRates } from '@app/fx';
import { Database, doEach, Log } from '@app/kernel';
import type { DateRange, Position } from './revaluation.service.js';
import { affectedAccounts, valuesOfPairs } from './affected-accounts.query.js';
import { Revaluation } from './revaluation.service.js';

interface AffectedRange extends DateRange, Record<string, unknown> {
  readonly workspaceId: string;
  readonly sinceDay: string;
}

const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Revalues transactions in all workspaces after feed rates have changed, 500 transactions at a time (decision 0010).
 */
@Injectable()
export class FeedRevaluation {
  /** Workspaces whose revaluation failed for these changes. Null if there was no attempt. */
  private failed: { readonly changes: string; readonly workspaces: ReadonlySet<string> } | null = null;

  constructor(
    rates: FeedRates,
    private readonly database: Database,
    private readonly revaluation: Revaluation,
    private readonly log: Log,
  ) {
    rates.onChange((changes) => this.revalueAll(changes));
  }

  /**
   * Revalues the affected transactions. If a workspace fails, logs the error and continues with the others. When this
   * process retries the same changes, it repeats only the workspaces that failed.
   * @throws Error at the end if a workspace failed
   */
  private async revalueAll(pending: readonly PendingChange[]): Promise<void> {
    const changes = pending.map(({ id }) => id).join();
    const due = this.failed?.changes === changes ? this.failed.workspaces : null;
    const affected = (await this.affectedRanges(pending)).filter(({ workspaceId }) => due?.has(workspaceId) ?? true);
    const ranges = Map.groupBy(affected, ({ workspaceId }) => workspaceId);
    const revalueWorkspace = async ([workspaceId, ofWorkspace]: [string, AffectedRange[]]) => {
      for (const range of ofWorkspace) await this.revalueRange(workspaceId, range);
    };
    const failed = new Set<string>();
    await doEach(ranges, revalueWorkspace, ([workspaceId], error) => {
      failed.add(workspaceId);
      this.log.error({ workspaceId, err: error }, 'revaluing a workspace failed');
    });
    this.failed = { changes, workspaces: failed };
    if (failed.size > 0) throw new Error(`revaluing failed for ${failed.size} of ${ranges.size} workspaces`);
  }

  private async revalueRange(workspaceId: string, range: AffectedRange): Promise<void> {
    let after: Position | null = { date: range.sinceDay, id: NIL_ID };
    while (after !== null) {
      const from: Position = after;
      after = await this.database.transaction({ workspaceId }, (work) =>
        this.revaluation.revalueNext(work, range, from),
      );
    }
  }

  private affectedRanges(changes: readonly PendingChange[]): Promise<AffectedRange[]> {
    return this.database.transaction({ operator: true }, (work) =>
      work.query<AffectedRange>({ text: AFFECTED_RANGES, values: valuesOfPairs(changes) }),
    );
  }
}

// Debts without an account are one range per workspace. The range may include debts in other currencies, whose values
// do not change.
const AFFECTED_RANGES = `
  with ${affectedAccounts('true')}, affected as (
    select * from account where exists (select from ledger_transactions t where t.workspace_id = account.workspace_id
      and t.account_id = account.id and t.date >= account.since and t.date < account.until)
    union all
    select t.workspace_id, null, min(pair.since), max(pair.until) from pair
    join ledger_transactions t on t.account_id is null and t.date >= pair.since and t.date < pair.until
      and (t.currency in (pair.quote, pair.base) or workspace_base_currency(t.workspace_id) in (pair.quote, pair.base))
    group by t.workspace_id
  )
  select workspace_id as "workspaceId", id as "accountId", since::text as "sinceDay", nullif(until, 'infinity')::text as "untilDay"
  from affected order by 1, 2`;
