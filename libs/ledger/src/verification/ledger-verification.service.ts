import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, Database } from '@app/kernel';
import type { FigureCheck } from '../figure-check.query.js';
import { LEDGER_FIGURES } from './ledger-figures.query.js';

/** A stored figure that is not what its recomputation gives. Both values are as the database writes them. */
export interface Drift {
  readonly figure: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly stored: string | null;
  readonly expected: string | null;
}

/** How many stored figures were recomputed, and those that differ. */
export interface VerificationReport {
  readonly checked: number;
  readonly drift: readonly Drift[];
  readonly repaired?: number;
}

/** Recomputes every figure that is stored beside the transactions from them, and compares (decision 0005). */
@Injectable()
export class LedgerVerification {
  private readonly checks = [...LEDGER_FIGURES];

  constructor(private readonly database: Database) {}

  /** Adds the check of a figure that another context stores. It runs after the checks of the figures that it builds on. */
  include(check: FigureCheck): void {
    this.checks.push(check);
  }

  /**
   * Verifies one workspace, or all of them, on one snapshot of the database.
   * @param repair whether drifted figures are repaired
   */
  verify(workspaceId: string | null, repair: boolean): Promise<VerificationReport> {
    if (!repair)
      return this.database.transaction({ operator: true, snapshot: true }, (work) => this.compare(work, workspaceId));
    return this.database.transaction({ operator: true }, async (work) => {
      // Writers wait until the repair is committed, so that it repairs the drift that was found.
      await work.query({ text: this.lockTables(), values: [] });
      const repaired: Drift[] = [];
      const report = await this.compare(work, workspaceId, async (check, drift) => {
        await work.query({ text: check.repair, values: [workspaceId] });
        const left = new Set((await this.run(work, check, workspaceId)).drift.map(keyOf));
        repaired.push(...drift.filter((one) => !left.has(keyOf(one))));
      });
      for (const id of new Set(repaired.map((one) => one.workspaceId))) work.auditIn(id, id);
      return { ...report, repaired: repaired.length };
    });
  }

  /** Runs the checks, one after the other. A repair comes before the checks that build on the figure. */
  private async compare(
    work: UnitOfWork,
    workspaceId: string | null,
    repair?: (check: FigureCheck, drift: readonly Drift[]) => Promise<void>,
  ): Promise<VerificationReport> {
    // Rows that came in a moment ago, as by an import of an export, are joined in nested loops otherwise.
    await work.query(BULK_PLANNER_SETTINGS);
    let checked = 0;
    const drift: Drift[] = [];
    for (const check of this.checks) {
      const found = await this.run(work, check, workspaceId);
      checked += found.checked;
      drift.push(...found.drift);
      if (found.drift.length > 0) await repair?.(check, found.drift);
    }
    return { checked, drift };
  }

  /**
   * Computes every stored figure of the unit of work's workspace, after rows were inserted without them.
   * @returns the figures that cannot be computed, such as those of parts that do not add up to their whole
   */
  async rebuild(work: UnitOfWork): Promise<readonly Drift[]> {
    for (const check of this.checks) await work.query({ text: check.repair, values: [work.workspaceId] });
    return (await this.compare(work, work.workspaceId)).drift;
  }

  /** Locks all tables against writers, always in one order, so that two repairs do not wait for each other in a circle. */
  private lockTables(): string {
    const tables = [
      'ledger_accounts',
      'ledger_transactions',
      'ledger_splits',
      'ledger_account_days',
      'ledger_tags',
      'ledger_tag_entries',
    ];
    const beside = this.checks.flatMap(({ lockedTables }) => lockedTables ?? []).sort();
    return `lock table ${[...tables, ...beside].join(', ')} in share row exclusive mode`;
  }

  private async run(work: UnitOfWork, check: FigureCheck, workspaceId: string | null): Promise<VerificationReport> {
    const [report] = await work.query<{ checked: number; drift: Omit<Drift, 'figure'>[] | null }>({
      text: `
        with figure as (${check.figures})
        select count(*)::int as checked,
          json_agg(json_build_object('workspaceId', workspace_id, 'id', id, 'stored', stored::text, 'expected', expected::text))
            filter (where stored is distinct from expected) as drift
        from figure`,
      values: [workspaceId],
    });
    return { checked: report!.checked, drift: (report!.drift ?? []).map((one) => ({ figure: check.figure, ...one })) };
  }
}

const keyOf = ({ workspaceId, id }: Drift) => `${workspaceId} ${id}`;
