import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database } from '@app/kernel';
import type { FigureCheck } from './figure-checks.query.js';
import { FIGURE_CHECKS } from './figure-checks.query.js';

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
  private readonly checks = [...FIGURE_CHECKS];

  constructor(private readonly database: Database) {}

  /** Has a figure verified that another context stores, after those that it builds on. */
  include(check: FigureCheck): void {
    this.checks.push(check);
  }

  /**
   * Verifies one workspace, or all of them, on one snapshot of the database.
   * @param repair whether what drifted is written anew
   */
  verify(workspaceId: string | null, repair: boolean): Promise<VerificationReport> {
    if (!repair)
      return this.database.transaction({ operator: true, snapshot: true }, (work) => this.compare(work, workspaceId));
    return this.database.transaction({ operator: true }, async (work) => {
      // Every writer is held off, so that what is repaired is what was seen.
      await work.query({ text: this.holdOff(), values: [] });
      const repaired: Drift[] = [];
      const report = await this.compare(work, workspaceId, async (check, drift) => {
        await work.query({ text: check.repair, values: [workspaceId] });
        const left = new Set((await this.run(work, check, workspaceId)).drift.map(({ id }) => id));
        repaired.push(...drift.filter(({ id }) => !left.has(id)));
      });
      for (const id of new Set(repaired.map((one) => one.workspaceId))) work.audit(id, id);
      return { ...report, repaired: repaired.length };
    });
  }

  /** Runs the checks, one after the other. A repair comes before the checks that build on the figure. */
  private async compare(
    work: UnitOfWork,
    workspaceId: string | null,
    repair?: (check: FigureCheck, drift: readonly Drift[]) => Promise<void>,
  ): Promise<VerificationReport> {
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
   * Works out every stored figure of the workspace of a unit of work anew, after rows were entered without them. Tells what
   * cannot be worked out, such as parts that do not add up to their whole.
   */
  async rebuild(work: UnitOfWork): Promise<Drift[]> {
    for (const check of this.checks) await work.query({ text: check.repair, values: [work.workspaceId] });
    const wrong: Drift[] = [];
    for (const check of this.checks) wrong.push(...(await this.run(work, check, work.workspaceId)).drift);
    return wrong;
  }

  /** Takes hold of all tables in one order, whoever repairs. */
  private holdOff(): string {
    const tables = ['ledger_accounts', 'ledger_transactions', 'ledger_splits', 'ledger_account_days'];
    const beside = this.checks.flatMap(({ heldOff }) => heldOff ?? []).sort();
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
