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
  async verify(workspaceId: string | null, repair: boolean): Promise<VerificationReport> {
    return this.database.asOperator(async (work) => {
      // One snapshot for all checks; a repair holds every writer off instead, so that it repairs what it saw.
      await work.query({
        text: repair ? this.holdOff() : 'set transaction isolation level repeatable read',
        values: [],
      });
      let checked = 0;
      const drift: Drift[] = [];
      for (const check of this.checks) {
        const found = await this.run(work, check, workspaceId);
        checked += found.checked;
        drift.push(...found.drift);
        if (repair && found.drift.length > 0) await work.query({ text: check.repair, values: [workspaceId] });
      }
      if (repair) for (const id of new Set(drift.map(({ workspaceId: one }) => one))) work.note(id, id);
      return { checked, drift, ...(repair && { repaired: drift.length }) };
    });
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
