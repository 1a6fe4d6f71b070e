import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database } from '@app/kernel';
import { BaseCurrencyChanged, WorkspaceCreated, workspaceEvents } from './workspace.events.js';
import type { Plan } from './plan.js';
import { Workspace } from './workspace.entity.js';

@Injectable()
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates the workspace with the ID of the unit of work. Listeners create its starter data. */
  async create(work: UnitOfWork, name: string, baseCurrency: string, plan: Plan): Promise<Workspace> {
    const created = work.em.create(Workspace, {
      id: work.workspaceId,
      name,
      baseCurrency,
      plan,
      createdAt: this.clock.now(),
    });
    await work.publish(new WorkspaceCreated(work.workspaceId));
    return created;
  }

  current(workspaceId: string): Promise<Workspace> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work));
  }

  /** @throws BaseRateRequired if an amount cannot be converted. In this case, nothing changes. */
  edit(workspaceId: string, changes: { name?: string; baseCurrency?: string }): Promise<Workspace> {
    const edit = async (work: UnitOfWork): Promise<Workspace> => {
      const workspace = await this.find(work, 'for update');
      work.audit(workspaceId);
      const { name, baseCurrency: from } = workspace;
      workspace.name = changes.name ?? workspace.name;
      workspace.baseCurrency = changes.baseCurrency ?? from;
      if (workspace.baseCurrency !== from) await work.publish(new BaseCurrencyChanged(from, workspace.baseCurrency));
      const { name: newName, baseCurrency } = workspace;
      const changed = changedFields({ name, baseCurrency: from }, { name: newName, baseCurrency });
      if (changed.length > 0) work.announce(workspaceEvents.updated(workspaceId, { changed }));
      return workspace;
    };
    return changes.baseCurrency === undefined
      ? this.database.transaction({ workspaceId }, edit)
      : this.database.transaction({ workspaceId, exclusive: true }, edit);
  }

  async baseCurrency(work: UnitOfWork): Promise<string> {
    return (await this.find(work)).baseCurrency;
  }

  async plan(work: UnitOfWork): Promise<Plan> {
    return (await this.find(work)).plan;
  }

  /**
   * Returns the plan. Locks the workspace row until the unit of work ends, so that concurrent requests check a quota
   * one after the other.
   */
  async lockPlan(work: UnitOfWork): Promise<Plan> {
    const [workspace] = await work.query<{ plan: Plan }>({
      text: `select plan from workspace_workspaces where id = $1 for no key update`,
      values: [work.workspaceId],
    });
    return workspace!.plan;
  }

  async exists(workspaceId: string): Promise<boolean> {
    const rows = await this.database.read(workspaceId, {
      text: `select from workspace_workspaces where id = $1`,
      values: [workspaceId],
    });
    return rows.length > 0;
  }

  async isAny(): Promise<boolean> {
    const statement = { text: `select from workspace_workspaces limit 1`, values: [] };
    return (await this.database.transaction({ operator: true }, (work) => work.query(statement))).length > 0;
  }

  /** Returns all workspaces, oldest first. For administrators only. */
  listAll(): Promise<Workspace[]> {
    return this.database.transaction({ operator: true }, (work) =>
      work.em.find(Workspace, {}, { orderBy: { id: 'asc' } }),
    );
  }

  private find(work: UnitOfWork, lock?: 'for update'): Promise<Workspace> {
    const lockMode = lock ? { lockMode: LockMode.PESSIMISTIC_WRITE } : {};
    return work.em.findOneOrFail(Workspace, { id: work.workspaceId }, { refresh: true, ...lockMode });
  }
}
