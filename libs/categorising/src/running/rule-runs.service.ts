import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PageRequest, UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, Clock, Database, isId, newId, pageOf, pageStart } from '@app/kernel';
import { ruleEvents } from '../categorising.events.js';
import { RuleRunNotFound } from '../categorising.problems.js';
import { liveWindows } from '../matching/matchable-rows.query.js';
import { Matching } from '../matching/matching.service.js';
import { Rules } from '../rules/rules.service.js';
import { stateBack } from './rule-evaluation.query.js';
import { RuleRun } from './rule-run.entity.js';
import { RuleRunning } from './rule-running.service.js';
import type { AppliedRuleView, RuleRunPageView, RuleRunView, UndoneRunView } from './run.view.js';

@Injectable()
export class RuleRuns {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly rules: Rules,
    private readonly running: RuleRunning,
    private readonly matching: Matching,
  ) {}

  /**
   * Applies one rule to every matching live transaction, even if the rule is disabled. Ignores all other rules
   * (decision 0022).
   * @throws RuleNotFound, PatternSearchTooLong, PatternSearchesBusy
   */
  apply(workspaceId: string, ruleId: string, force: boolean, clientGone: AbortSignal): Promise<AppliedRuleView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const rule = await this.rules.find(work, ruleId);
      const hits = this.matching.hitsInLive(work, rule, clientGone);
      const manner = { force, onceInNotes: true };
      const runId = newId();
      await work.query(BULK_PLANNER_SETTINGS);
      let [matched, changed] = [0, 0];
      for await (const rows of liveWindows(work)) {
        const count = await this.running.run(work, runId, { rules: [rule], rows, hits, manner }, false);
        matched += count.matched;
        changed += count.changed;
      }
      const skipped = matched - changed;
      await work.query({
        text: `
          insert into categorising_runs (workspace_id, id, rule_id, force, matched, changed, skipped, created_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        values: [workspaceId, runId, ruleId, force, matched, changed, skipped, this.clock.now()],
      });
      if (changed > 0) work.announce(ruleEvents.applied(ruleId, { data: { matched, changed } }));
      return { matched, changed, skipped };
    });
  }

  list(workspaceId: string, ruleId: string, request: PageRequest): Promise<RuleRunPageView> {
    const name = `rules/${ruleId}/runs`;
    const position = pageStart(name, request, isId);
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.rules.find(work, ruleId);
      const runs = await work.query<RuleRunView & Record<string, unknown>>({
        text: `
          select id, instant_text(created_at) as "createdAt", force, matched, changed, skipped,
            instant_text(undone_at) as "undoneAt"
          from categorising_runs
          where workspace_id = $1 and rule_id = $2 and ($4::uuid is null or id < $4)
          order by id desc limit $3`,
        values: [workspaceId, ruleId, request.limit + 1, position?.[0] ?? null],
      });
      return pageOf(name, request, runs, ({ id }) => [id]);
    });
  }

  /** Restores the fields that have not changed since the run. A repeated call returns the first result. */
  undo(workspaceId: string, ruleId: string, runId: string): Promise<UndoneRunView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.rules.find(work, ruleId);
      const run = await this.lock(work, ruleId, runId);
      const undoing = run.undoing();
      if (undoing) return undoing;
      await work.query(BULK_PLANNER_SETTINGS);
      const restored = await this.running.putBack(work, runId);
      run.undo(restored, this.clock.now());
      work.enqueue({
        text: `update categorising_effects set undone = true where workspace_id = $1 and run_id = $2`,
        values: [workspaceId, runId],
      });
      const counts = { matched: run.matched, changed: restored };
      if (restored > 0) work.announce(ruleEvents.runUndone(ruleId, { data: counts }));
      return run.undoing()!;
    });
  }

  /** @throws RuleNotFound, RuleRunNotFound */
  undoState(workspaceId: string, ruleId: string, runId: string): Promise<string> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await this.rules.find(work, ruleId);
      const { undoneAt } = await this.lock(work, ruleId, runId);
      const [digest] = await work.query<{ state: string }>(stateBack(workspaceId, runId));
      return `${undoneAt?.toISOString()} ${digest!.state}`;
    });
  }

  /** @throws RuleRunNotFound */
  private lock(work: UnitOfWork, ruleId: string, id: string): Promise<RuleRun> {
    const failHandler = () => RuleRunNotFound(id);
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    return work.em.findOneOrFail(RuleRun, { workspaceId: work.workspaceId, ruleId, id }, { lockMode, failHandler });
  }
}
