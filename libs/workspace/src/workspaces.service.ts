import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database } from '@app/kernel';
import { BaseCurrencyChanged, WorkspaceCreated, workspaceEvents } from './workspace.events.js';
import type { Plan } from './plan.js';
import { Workspace } from './workspace.entity.js';

/** Workspaces: the tenants of the service, each with its base currency. */
@Injectable()
export class Workspaces {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Creates the workspace that the unit of work is bound to; listeners add its starter data. */
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

  /** The workspace of a caller. */
  current(workspaceId: string): Promise<Workspace> {
    return this.database.transaction({ workspaceId }, (work) => this.find(work));
  }

  /**
   * Renames a workspace or changes its base currency, which revalues all base amounts.
   * @throws BaseRateRequired when an amount has to be converted and no rate is known; nothing is changed then.
   */
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

  /** The base currency of the workspace of a unit of work. */
  async baseCurrency(work: UnitOfWork): Promise<string> {
    return (await this.find(work)).baseCurrency;
  }

  /** The plan of the workspace of a unit of work. */
  async plan(work: UnitOfWork): Promise<Plan> {
    return (await this.find(work)).plan;
  }

  /** Whether there is a workspace with this id. */
  async exists(workspaceId: string): Promise<boolean> {
    const found = await this.database.read(workspaceId, {
      text: `select from workspace_workspaces where id = $1`,
      values: [workspaceId],
    });
    return found.length > 0;
  }

  /** Whether any workspace exists; for administrators. */
  async isAny(): Promise<boolean> {
    const statement = { text: `select from workspace_workspaces limit 1`, values: [] };
    return (await this.database.transaction({ operator: true }, (work) => work.query(statement))).length > 0;
  }

  /** All workspaces, oldest first; for administrators. */
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
