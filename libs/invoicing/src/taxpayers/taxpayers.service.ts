import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, newId } from '@app/kernel';
import { taxpayerEvents } from '../invoicing.events.js';
import { MAX_TAXPAYERS, TaxpayerLimitReached, TaxpayerNotFound } from '../invoicing.problems.js';
import { Taxpayer } from './taxpayer.entity.js';
import type { TaxpayerView } from './taxpayer.view.js';

type TaxpayerRow = TaxpayerView & Record<string, unknown>;

@Injectable()
export class Taxpayers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Returns the taxpayers ordered by RFC. */
  list(workspaceId: string): Promise<TaxpayerView[]> {
    return this.database.read<TaxpayerRow>(workspaceId, {
      name: 'invoicing.taxpayers',
      text: `
        select t.id, t.rfc, t.name, instant_text(t.created_at) as "createdAt", instant_text(t.updated_at) as "updatedAt"
        from invoicing_taxpayers t where t.workspace_id = $1 order by t.rfc collate "C"`,
      values: [workspaceId],
    });
  }

  /** Adds a taxpayer, or renames it. @throws TaxpayerLimitReached */
  put(workspaceId: string, rfc: string, name: string): Promise<TaxpayerView> {
    return this.database.transaction({ workspaceId }, (work) => this.putIn(work, rfc, name));
  }

  async putIn(work: UnitOfWork, rfc: string, name: string): Promise<TaxpayerView> {
    const { workspaceId } = work;
    await work.lockName('invoicing_taxpayers');
    const now = this.clock.now();
    let taxpayer = await work.em.findOne(Taxpayer, { workspaceId, rfc });
    if (taxpayer === null) {
      if ((await work.em.count(Taxpayer, { workspaceId })) >= MAX_TAXPAYERS) throw TaxpayerLimitReached();
      const times = { createdAt: now, updatedAt: now };
      taxpayer = work.em.create(Taxpayer, { workspaceId, rfc, id: newId(), name, ...times });
      work.announce(taxpayerEvents.created(taxpayer.id));
    } else if (taxpayer.name !== name) {
      Object.assign(taxpayer, { name, updatedAt: now });
      work.announce(taxpayerEvents.updated(taxpayer.id, { changed: ['name'] }));
    }
    work.audit(taxpayer.id);
    return taxpayerView(taxpayer);
  }

  /** @throws TaxpayerNotFound */
  delete(workspaceId: string, rfc: string): Promise<TaxpayerView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.lockName('invoicing_taxpayers');
      const taxpayer = await work.em.findOne(Taxpayer, { workspaceId, rfc });
      if (taxpayer === null) throw TaxpayerNotFound(rfc);
      work.em.remove(taxpayer);
      work.audit(taxpayer.id);
      work.announce(taxpayerEvents.deleted(taxpayer.id));
      return taxpayerView(taxpayer);
    });
  }
}

function taxpayerView({ id, rfc, name, createdAt, updatedAt }: Taxpayer): TaxpayerView {
  return { id, rfc, name, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
