import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { DraftQuotaExceeded } from '../importing.problems.js';
import type { DraftAmounts } from '../draft-quota.js';
import { exceededQuota } from '../draft-quota.js';
import { amountsOfDrafts } from './draft-quota.query.js';

@Injectable()
export class DraftQuotas {
  constructor(
    private readonly workspaces: Workspaces,
    private readonly clock: Clock,
  ) {}

  /**
   * Rejects drafts that exceed the quota of the workspace's plan. Uploads wait for each other only within a process, so
   * with several processes each may exceed the quota by one draft.
   * @throws DraftQuotaExceeded
   */
  async require(work: UnitOfWork, added: DraftAmounts, except: string | null = null): Promise<void> {
    const plan = await this.workspaces.plan(work);
    const [used] = await work.query<DraftAmounts & Record<string, unknown>>(
      amountsOfDrafts(work.workspaceId, except, this.clock.now()),
    );
    const exceeded = exceededQuota(plan, used!, added);
    if (exceeded) throw DraftQuotaExceeded(plan, exceeded);
  }
}
