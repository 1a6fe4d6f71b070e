import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, newId } from '@app/kernel';
import { hashPassword } from '../users/password.js';
import { Users } from '../users/users.service.js';
import { Workspaces } from '@app/workspace';

/** Undoes a registration whose address turned out to be taken. */
class AddressTaken extends Error {}

const BASE_CURRENCY = 'MXN';

/** Making an account of one's own. */
@Injectable()
export class Registration {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Makes a person with a workspace. It says nothing of whether the address was free: the same is done, and takes as
   * long, where it was not, and is then taken back.
   */
  async register(email: string, password: string, workspaceName: string): Promise<void> {
    const passwordHash = await hashPassword(password);
    const make = async (work: UnitOfWork): Promise<void> => {
      await this.workspaces.create(work, workspaceName, BASE_CURRENCY, 'free');
      if (!(await this.users.register(work, email, passwordHash))) throw new AddressTaken();
    };
    await this.database.transaction({ workspaceId: newId() }, make).catch((error: unknown) => {
      if (!(error instanceof AddressTaken)) throw error;
    });
  }
}
