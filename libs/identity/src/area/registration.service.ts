import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Database, newId } from '@app/kernel';
import { hashPassword } from '../users/password.js';
import { Users } from '../users/users.service.js';
import { Workspaces } from '@app/workspace';

/** Rolls back a registration whose e-mail is taken. */
class AddressTaken extends Error {}

const BASE_CURRENCY = 'MXN';

/** Signing up in the developer area. */
@Injectable()
export class Registration {
  constructor(
    private readonly database: Database,
    private readonly users: Users,
    private readonly workspaces: Workspaces,
  ) {}

  /**
   * Creates a person with a workspace. It does not reveal whether the e-mail was free: for a taken one it does the same
   * work, takes as long, and rolls back.
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
