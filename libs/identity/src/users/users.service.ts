import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, newId } from '@app/kernel';
import { hashPassword } from './password.js';
import { Ownership, User } from './user.entity.js';

/** People and what they own. */
@Injectable()
export class Users {
  constructor(private readonly clock: Clock) {}

  /**
   * Makes the person with this address the owner of the workspace of the unit of work, and the person where nobody has
   * the address yet. Somebody who is there already keeps their password.
   * @returns the id of the person
   */
  async makeOwner(work: UnitOfWork, email: string, password: string | null): Promise<string> {
    const address = email.toLowerCase();
    const existing = await work.em.findOne(User, { email: address });
    const user =
      existing ??
      work.em.create(User, {
        id: newId(),
        email: address,
        passwordHash: password === null ? null : hashPassword(password),
        createdAt: this.clock.now(),
      });
    await work.flush();
    work.em.create(Ownership, { workspaceId: work.workspaceId, userId: user.id });
    await work.flush();
    return user.id;
  }
}
