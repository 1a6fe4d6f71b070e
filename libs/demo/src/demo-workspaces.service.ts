import type { Type } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Response } from 'express';
import { OwnRates } from '@app/fx';
import { Members, Users } from '@app/identity';
import type { FairQueue } from '@app/kernel';
import { clientGone, Clock, Database, LongWork, newId, QUEUED } from '@app/kernel';
import { Workspaces } from '@app/workspace';
import { yearUpTo } from './demo-calendar.js';
import { enterYear, importStatements } from './demo-household.service.js';
import { demoRates } from './demo-rates.js';
import { DEMO_NAME, PARTNER } from './seed-demo.service.js';

@Injectable()
export class DemoWorkspaces {
  private readonly queue: FairQueue;

  constructor(
    private readonly modules: ModuleRef,
    work: LongWork,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.queue = work.queue('demo_workspaces', {
      capacity: 1,
      maxWaiting: 20,
      maxWaitingPerGroup: 2,
      maxWaitMs: 30_000,
    });
  }

  /**
   * Creates a demo workspace. Uses custom rates, because all workspaces share the feed rates.
   * @throws ServiceUnavailable if too many requests are waiting
   */
  makeFor(userId: string, response: Response): Promise<string> {
    // Releases the request's slot in the request gate while it waits in this queue.
    response.emit(QUEUED);
    return this.queue.run({ group: userId, signal: clientGone(response) }, () => this.make(userId));
  }

  private async make(userId: string): Promise<string> {
    const services = { get: <T>(type: Type<T>): T => this.modules.get(type, { strict: false }) };
    const year = yearUpTo(this.clock.today());
    const rates = demoRates(year);
    const workspaceId = newId();
    const householdId = await this.database.transaction({ workspaceId, secrets: true }, async (work) => {
      await services.get(Workspaces).create(work, DEMO_NAME, 'MXN', 'plus');
      await services.get(Users).addOwner(work, userId);
      services.get(Members).addFictional(work, PARTNER);
      await services.get(OwnRates).enterAll(work, rates);
      return (await enterYear(services, work, year, rates)).get('household')!;
    });
    await importStatements(services, workspaceId, householdId, year);
    return workspaceId;
  }
}
