import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, Database } from '@app/kernel';
import type { KnownAssertion } from '../assertions/assertion.query.js';
import { assertionsWhere } from '../assertions/assertion.query.js';
import type { FigureCheck } from '../figure-check.query.js';
import { ofWorkspace } from '../figure-check.query.js';
import { LEDGER_FIGURES } from './ledger-figures.query.js';

/** A stored figure that differs from the recomputed one. Both values are text, as the database formats them. */
export interface Drift {
  readonly figure: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly stored: string | null;
  readonly expected: string | null;
}

export interface VerificationReport {
  readonly checked: number;
  readonly drift: readonly Drift[];
  readonly repaired?: number;
  /** Assertions that differ from the balance of their day. They do not count as drift. */
  readonly brokenAssertions?: readonly BrokenAssertion[];
}

type BrokenAssertion = Pick<KnownAssertion, 'workspaceId' | 'id' | 'accountId' | 'date' | 'balance' | 'actual'>;

/** Recomputes all stored figures from the transactions and compares them (decision 0005). */
@Injectable()
export class LedgerVerification {
  private readonly checks = [...LEDGER_FIGURES];

  constructor(private readonly database: Database) {}

  /** Adds a check of another context. It runs after the checks of the figures on which it depends. */
  include(check: FigureCheck): void {
    this.checks.push(check);
  }

  /**
   * Verifies one workspace, or all workspaces if `workspaceId` is null. Reads a snapshot of the database. To repair,
   * blocks writers instead.
   */
  verify(workspaceId: string | null, repair: boolean): Promise<VerificationReport> {
    if (!repair)
      return this.database.transaction({ operator: true, snapshot: true }, (work) =>
        this.withAssertions(work, workspaceId, this.compare(work, workspaceId)),
      );
    return this.database.transaction({ operator: true }, async (work) => {
      // Blocks writers until the commit, so that no figure can drift after its check.
      await work.query({ text: this.lockTables(), values: [] });
      const repaired: Drift[] = [];
      const report = await this.compare(work, workspaceId, async (check, drift) => {
        await work.query({ text: check.repair, values: [workspaceId] });
        const remaining = new Set((await this.run(work, check, workspaceId)).drift.map(keyOf));
        repaired.push(...drift.filter((figure) => !remaining.has(keyOf(figure))));
      });
      for (const id of new Set(repaired.map((figure) => figure.workspaceId))) work.auditIn(id, id);
      return this.withAssertions(work, workspaceId, Promise.resolve({ ...report, repaired: repaired.length }));
    });
  }

  private async withAssertions(work: UnitOfWork, workspaceId: string | null, report: Promise<VerificationReport>) {
    const reported = await report;
    const values = [workspaceId];
    return { ...reported, brokenAssertions: await work.query<BrokenAssertion>({ text: BROKEN_ASSERTIONS, values }) };
  }

  /** Compares all figures. Repairs each figure before the checks that depend on it. */
  private async compare(
    work: UnitOfWork,
    workspaceId: string | null,
    repair?: (check: FigureCheck, drift: readonly Drift[]) => Promise<void>,
  ): Promise<VerificationReport> {
    // Without these settings, PostgreSQL would join rows that were just inserted, such as a restored export, in nested
    // loops.
    await work.query(BULK_PLANNER_SETTINGS);
    let checked = 0;
    const drift: Drift[] = [];
    for (const check of this.checks) {
      const report = await this.run(work, check, workspaceId);
      checked += report.checked;
      drift.push(...report.drift);
      if (report.drift.length > 0) await repair?.(check, report.drift);
    }
    return { checked, drift };
  }

  /**
   * Recomputes all stored figures. Returns the figures that cannot be repaired, such as splits that do not add up to
   * their transaction.
   */
  async rebuild(work: UnitOfWork): Promise<readonly Drift[]> {
    for (const check of this.checks) await work.query({ text: check.repair, values: [work.workspaceId] });
    return (await this.compare(work, work.workspaceId)).drift;
  }

  /** Returns SQL that locks the tables in a fixed order, so that two repairs cannot deadlock. */
  private lockTables(): string {
    const tables = [
      'ledger_accounts',
      'ledger_transactions',
      'ledger_splits',
      'ledger_account_days',
      'ledger_tags',
      'ledger_tag_entries',
    ];
    const others = this.checks.flatMap(({ lockedTables }) => lockedTables ?? []).sort();
    return `lock table ${[...tables, ...others].join(', ')} in share row exclusive mode`;
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
    return { checked: report!.checked, drift: (report!.drift ?? []).map((row) => ({ figure: check.figure, ...row })) };
  }
}

const BROKEN_ASSERTIONS = `
  select s."workspaceId", s.id, s."accountId", s.date, money_text(s.balance) as balance, money_text(s.actual) as actual
  from (${assertionsWhere(`${ofWorkspace('s')} and actual.amount <> s.balance`)}) s order by s."workspaceId", s.date, s.id`;

const keyOf = ({ workspaceId, id }: Drift) => `${workspaceId} ${id}`;
